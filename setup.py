"""The compiled part of the build; everything else about the project is in pyproject.toml."""

import os
import sys
from pathlib import Path
from runpy import run_path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PACKAGE = Path("fanorona")
LINKS = [name for name in ("cli", "service", "solver") if not (PACKAGE / name).is_dir()]
if LINKS:
    sys.exit(
        f"error: {', '.join(str(PACKAGE / name) for name in LINKS)} should be a link to the folder "
        "of that name, but this copy of the sources has no links. Clone with "
        "`git -c core.symlinks=true clone` (Windows: with developer mode on), or install the sdist."
    )
KERNEL = PACKAGE / "solver" / "kernel"
COMPILED_MODULES = run_path(str(KERNEL / "__init__.py"))["COMPILED_MODULES"]
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}
KERNEL_REQUIRED = os.environ.get("FANORONA_REQUIRE_KERNEL", "") not in ("", "0")


def warn_uncompiled(modules: list[str], reason: str) -> None:
    print(
        f"warning: kernel not compiled: {', '.join(modules)} ({reason}). "
        "The same sources run as plain Python, about fifty times slower.",
        file=sys.stderr,
    )


class BuildKernel(build_ext):
    """Build the extensions, and say which of them could not be built."""

    def run(self) -> None:
        libraries = {
            extension.name: Path(self.get_ext_fullpath(extension.name))
            for extension in self.extensions
        }
        for library in libraries.values():
            # Left from an earlier build, it would hide sources that cannot be compiled now.
            library.unlink(missing_ok=True)
        super().run()
        missing = [name for name, library in libraries.items() if not library.exists()]
        if missing:
            # All or nothing: a compiled module cannot work with an uncompiled one.
            for library in libraries.values():
                library.unlink(missing_ok=True)
            warn_uncompiled(missing, "no working C compiler or no Python headers")


def kernel_extensions() -> list[Extension]:
    sources = {f"fanorona.solver.kernel.{name}": KERNEL / f"{name}.py" for name in COMPILED_MODULES}
    try:
        from Cython.Build import cythonize
    except ImportError:
        if KERNEL_REQUIRED:
            raise
        warn_uncompiled(list(sources), "Cython is not installed")
        return []
    extensions: list[Extension] = cythonize(
        [
            Extension(name, [str(source)], extra_compile_args=["-O3"])
            for name, source in sources.items()
        ],
        compiler_directives=DIRECTIVES,
        build_dir="build/cython",
        # Cython compares the dates of sources only, and would miss a changed directive.
        force=True,
    )
    for extension in extensions:
        # cythonize() drops the option where it is given to Extension().
        extension.optional = not KERNEL_REQUIRED
    return extensions


setup(ext_modules=kernel_extensions(), cmdclass={"build_ext": BuildKernel})
