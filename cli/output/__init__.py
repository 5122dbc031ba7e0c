"""What the commands print: boards, columns, messages and progress."""
