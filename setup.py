"""The compiled part of the build; everything else about the project is in pyproject.toml."""

import os
import sys
from pathlib import Path
from runpy import run_path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

PACKAGE = Path("fanorona")
LINKS = [name for name in ("cli", "service", "solver", "words") if not (PACKAGE / name).is_dir()]
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
OPTIMIZED = {"unix": ["-O3", "-g0"], "mingw32": ["-O3", "-g0"], "msvc": ["/O2"]}
"""By kind of compiler. -g0: most Pythons would have debug symbols added, ten times the code."""
STRIPPED = ["-Wl,--strip-all"]
SANITIZED = os.environ.get("FANORONA_SANITIZE", "")
"""What a build that looks for faults is compiled with, such as `address,undefined`."""
ONLY = [name for name in os.environ.get("FANORONA_KERNEL_ONLY", "").split(",") if name]
"""Modules to compile where the others are compiled already."""
KERNEL_REQUIRED = os.environ.get("FANORONA_REQUIRE_KERNEL", "") not in ("", "0")


def warn_uncompiled(modules: list[str], reason: str) -> None:
    print(
        f"warning: kernel not compiled: {', '.join(modules)} ({reason}). "
        "The same sources run as plain Python, about fifty times slower. To compile it later, get "
        "a C compiler and Python's headers, then reinstall with pip's option --no-cache-dir.",
        file=sys.stderr,
    )


def sanitize(extension: Extension) -> None:
    """Have the kernel end with a report, lines and all, at the first fault in it."""
    flags = [f"-fsanitize={SANITIZED}", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]
    extension.extra_compile_args = ["-O1", "-g", *flags]
    extension.extra_link_args = flags


class BuildKernel(build_ext):
    """Build the extensions, and say which of them could not be built."""

    def libraries_to_build(self) -> dict[str, Path]:
        return {
            extension.name: Path(self.get_ext_fullpath(extension.name))
            for extension in self.extensions or ()
        }

    def run(self) -> None:
        libraries = self.libraries_to_build()
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

    def build_extensions(self) -> None:
        for extension in self.extensions:
            extension.extra_compile_args = OPTIMIZED.get(self.compiler.compiler_type, [])
            extension.extra_link_args = STRIPPED if sys.platform == "linux" else []
            if SANITIZED:
                sanitize(extension)
        super().build_extensions()


class BuildWheel(bdist_wheel):
    """Tag a wheel by what is in it: without the compiled kernel it runs everywhere."""

    def run(self) -> None:
        build_ext = self.reinitialize_command("build_ext")
        build_ext.inplace = False
        self.run_command("build")
        self.skip_build = True
        if not any(library.exists() for library in build_ext.libraries_to_build().values()):
            self.distribution.ext_modules = []
            self.root_is_pure = True
        super().run()


def kernel_extensions() -> list[Extension]:
    chosen = ONLY or COMPILED_MODULES
    sources = {f"fanorona.solver.kernel.{name}": KERNEL / f"{name}.py" for name in chosen}
    try:
        from Cython.Build import cythonize
    except ImportError:
        if KERNEL_REQUIRED:
            raise
        warn_uncompiled(list(sources), "Cython is not installed")
        return []
    extensions: list[Extension] = cythonize(
        [Extension(name, [str(source)]) for name, source in sources.items()],
        compiler_directives=DIRECTIVES,
        build_dir="build/cython",
        # Cython compares the dates of sources only, and would miss a changed directive.
        force=True,
    )
    for extension in extensions:
        # cythonize() drops the option where it is given to Extension().
        extension.optional = not KERNEL_REQUIRED
    return extensions


setup(
    ext_modules=kernel_extensions(), cmdclass={"bdist_wheel": BuildWheel, "build_ext": BuildKernel}
)
