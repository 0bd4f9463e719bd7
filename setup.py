"""Builds the Cython kernels of `bot/` and the referee's keeper; the rest is in pyproject.toml.

A wheel for Linux on x86-64 has the built-in bots as programs, and no sources of the kernels.

Where there is no C compiler, all of these are left out, with a warning: files can be validated and
judged, events written and reports read without them.
"""

import os
import re
import shutil
import sys
import sysconfig
from contextlib import suppress
from email import message_from_string
from email.message import Message
from itertools import count
from pathlib import Path
from platform import machine
from subprocess import DEVNULL, CalledProcessError, check_output

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CCompilerError, PlatformError

sys.path.insert(0, str(Path(__file__).parent))  # not yet installed

from bot.builder.build_fault import CannotBuild
from bot.builder.compiler import SINCE_2009
from bot.builder.executable import DIRECTIVES, HERE, SOURCES, build_programs, kept_kernel
from referee.remedies import Missing, remedy

RELEASE = "0.1.0"
"""The next release; what is built before it has the number of its last commit, too."""
KEEPER = Path("referee/sandbox/keeper")
PREBUILT = Path("bot/made")
OLDEST_PYTHON = (3, 11)
STABLE_ABI = not sysconfig.get_config_var("Py_GIL_DISABLED")
"""True if one extension serves all later versions of Python; a Python without the GIL has none."""


def options() -> list[str]:
    """As bot/builder/executable.py compiles programs; elsewhere the compiler's own choice."""
    known = machine() == "x86_64" and sys.platform == "linux"
    # Python's listener is not to be called directly where none may be: see bot/builder.
    sections = ["-ffunction-sections", "-fdata-sections", "-fno-devirtualize"]
    # What only a debugger needs is a third of the work.
    return ["-O3", "-g0", *SINCE_2009, "-Wno-psabi", *sections] if known else []


def kernels() -> list[Extension]:
    """Return an extension for each bot/x/kernel.pyx; one that cannot be compiled is left out."""
    return [
        Extension(
            ".".join(source.with_suffix("").parts),
            [source.as_posix()],
            depends=[part.as_posix() for part in Path("bot").rglob("*.px[di]")],
            extra_compile_args=options(),
            py_limited_api=STABLE_ABI,
            define_macros=[("Py_LIMITED_API", "0x{:02x}{:02x}0000".format(*OLDEST_PYTHON))]
            if STABLE_ABI
            else [],
            optional=True,
        )
        for source in sorted(Path("bot").glob("*/kernel.pyx"))
    ]


def translate(extensions: list[Extension]) -> None:
    """Translate kernels into C; a tree without kernels needs no Cython.

    The C goes to build/, so that bot/ holds only what people wrote.
    """
    if not extensions:
        return
    from Cython.Build import cythonize  # noqa: PLC0415 - wanted only when there are kernels

    translated = cythonize(
        [Extension(each.name, each.sources, depends=each.depends) for each in extensions],
        build_dir="build",
        compiler_directives=DIRECTIVES,
        nthreads=(os.cpu_count() or 1) if sys.platform == "linux" else 0,
    )
    for extension, in_c in zip(extensions, translated, strict=True):
        extension.sources = in_c.sources
    # The longest first, so that in the end no core waits for it alone.
    extensions.sort(key=lambda each: Path(each.sources[0]).stat().st_size, reverse=True)


class Build(build_ext):
    """Builds, beside the extensions, the keeper, which runs bots, and the programs of the bots."""

    def run(self) -> None:
        """Build all of it at once; the keeper is for Linux, since its sandbox is."""
        self.parallel = self.parallel or os.cpu_count()
        shutil.rmtree(Path(self.build_lib, PREBUILT), ignore_errors=True)
        tell("translating the kernels into C")
        translate(self.extensions)
        self.begun = count(1)
        super().run()
        if sys.platform == "linux":
            self.build_keeper()
        if not self.inplace and options() and any(map(os.path.exists, self.get_outputs())):
            self.build_bots()

    def build_extension(self, ext: Extension) -> None:
        """Leave no older one behind, where a kernel cannot be compiled or under another name."""
        name = Path(self.get_ext_filename(self.get_ext_fullname(ext.name)))
        for folder in (self.build_lib, "."):
            for older in Path(folder, name.parent).glob("kernel*.so"):
                if older.name != name.name:
                    older.unlink()
        tell(f"compiling {next(self.begun)} of {len(self.extensions)}: {name.parent.name}")
        try:
            super().build_extension(ext)
            self.keep_object(ext)
        except (CCompilerError, PlatformError):
            for folder in (self.build_lib, "."):
                Path(folder, name).unlink(missing_ok=True)
            raise

    def keep_object(self, ext: Extension) -> None:
        """Keep the C and the object: the builder of programs need not make the same again."""
        (source,) = ext.sources
        (compiled,) = self.compiler.object_filenames([source], output_dir=self.build_temp)
        _, kernel, _ = ext.name.split(".")
        for result in (source, compiled):
            place = kept_kernel(kernel, HERE, Path(result).suffix)
            place.parent.mkdir(parents=True, exist_ok=True)
            for older in place.parent.glob(f"{kernel}-*{place.suffix}"):
                older.unlink()
            shutil.copyfile(result, place)

    def build_bots(self) -> None:
        """Build the programs of the bots; the wheel then needs no sources of theirs."""
        tell("building the programs of the bots")
        try:
            build_programs(Path(self.build_lib, PREBUILT))
        except CannotBuild as error:
            self.warn(f"the wheel has the sources of the bots, not the bots: {error}")
            return
        # Kernels of other packages need those that are shared.
        for kernel in list(Path(self.build_lib, "bot").glob("*/kernel.pyx")):
            for source in list(kernel.parent.rglob("*")):
                if source.suffix in SOURCES:
                    source.unlink()

    def build_keeper(self) -> None:
        """Build the keeper, or write down beside it why it cannot be built.

        It is linked statically where the C library can be (Fedora's package has no libc.a): then it
        starts faster. pip hides warnings of a build, so that `arena doctor` shows the reason.
        """
        folder = KEEPER if self.inplace else Path(self.build_lib, KEEPER)
        reason = folder / "not-built.txt"
        reason.unlink(missing_ok=True)
        (folder / "keeper").unlink(missing_ok=True)
        sources = [source.as_posix() for source in sorted(KEEPER.glob("*.c"))]
        try:
            objects = self.compiler.compile(sources, output_dir=self.build_temp)
            try:
                self.link_keeper(objects, folder, ["-static"])
            except CCompilerError:
                self.link_keeper(objects, folder, [])
        except (CCompilerError, PlatformError) as error:
            missing = remedy(Missing.COMPILER)
            self.warn(f"bots cannot be run in a sandbox: {error}; install: {missing}")
            folder.mkdir(parents=True, exist_ok=True)
            reason.write_text(f"{error}\n", encoding="utf-8")

    def link_keeper(self, objects: list[str], folder: Path, options: list[str]) -> None:
        self.compiler.link_executable(
            objects, "keeper", output_dir=str(folder), extra_postargs=options
        )

    def made_nothing(self) -> bool:
        made = [*map(Path, self.get_outputs()), Path(self.build_lib, KEEPER, "keeper")]
        return not any(path.exists() for path in made)


class Package(build_py):
    """Puts the documents beside the pages that show them, and leaves out what an older build left.

    pip builds in this folder and packs all of build/lib: a module that is gone would be installed.
    """

    def run(self) -> None:
        """Copy of the documents the texts alone, without pictures."""
        if not self.editable_mode:
            self.remove_older_files()
        super().run()
        if self.editable_mode:
            return
        documents = Path("docs")
        for source in [*documents.rglob("*.md"), *documents.glob("records/*.txt")]:
            target = Path(self.build_lib, "arena/site", source)
            target.parent.mkdir(parents=True, exist_ok=True)
            self.copy_file(str(source), str(target))

    def remove_older_files(self) -> None:
        """Remove the files of older builds, but extensions that will be built again.

        Only below build/: a folder that somebody names may hold anything.
        """
        if Path("build").resolve() not in Path(self.build_lib).resolve().parents:
            return
        extensions = set(map(Path, self.get_finalized_command("build_ext").get_outputs()))
        for path in Path(self.build_lib).rglob("*"):
            if path.is_file() and path not in extensions:
                path.unlink()


class Wheel(bdist_wheel):
    """A wheel for every machine where nothing in it is compiled."""

    def get_tag(self) -> tuple[str, str, str]:
        """Asked when all is built."""
        built = self.get_finalized_command("build_ext")
        return ("py3", "none", "any") if built.made_nothing() else super().get_tag()


def tell(step: str) -> None:
    """Write a step where scripts/venv wants it; pip hides what is printed."""
    with suppress(KeyError, OSError), Path(os.environ["ARENA_PROGRESS"]).open("a") as progress:
        progress.write(f"  {step}\n")


def about() -> Message:
    """Return the metadata of an sdist; empty in a checkout."""
    file = Path("PKG-INFO")
    return message_from_string(file.read_text(encoding="utf-8") if file.exists() else "")


def version() -> str:
    """Return a number that grows with each commit, so that pip replaces what is older.

    The commit with the tag of a release has its number, an sdist the one that it was made with; an
    unpacked archive knows no commits.
    """
    if number := about()["Version"]:
        return str(number)
    if not Path(".git").exists():
        return RELEASE
    try:
        commits = git("rev-list", "--count", "HEAD")
        changed = ".changed" if git("status", "--porcelain", "--untracked-files=no") else ""
        if not changed and f"v{RELEASE}" in git("tag", "--points-at", "HEAD").split():
            return RELEASE
        return f"{RELEASE}.dev{commits}+g{git('rev-parse', '--short', 'HEAD')}{changed}"
    except (OSError, CalledProcessError):  # no git, or a checkout of somebody else's
        return RELEASE


def git(*words: str) -> str:
    return check_output(["git", *words], stderr=DEVNULL, text=True).strip()


def urls() -> dict[str, str]:
    """Return the addresses of the repository by their names, if it is known.

    A workflow of GitHub knows it; an sdist has those that it was made with.
    """
    if lines := about().get_all("Project-URL"):
        return dict(line.split(", ", 1) for line in lines)
    if not (name := os.environ.get("GITHUB_REPOSITORY")):
        return {}
    repository = f"{os.environ['GITHUB_SERVER_URL']}/{name}"
    return {
        "Repository": repository,
        "Documentation": f"{repository}/tree/v{RELEASE}/docs",
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/v{RELEASE}/CHANGELOG.md",
    }


def readme() -> str:
    """Return README.md for a page outside the repository: links to its files have its address."""
    text = Path("README.md").read_text(encoding="utf-8")
    if not (repository := urls().get("Repository")):
        return text
    text = re.sub(r"(!\[[^]]*\]\()(?=docs/)", rf"\1{repository}/raw/v{RELEASE}/", text)
    return re.sub(r"(?<!!)(\[[^]]*\]\()(?!https?:|#)", rf"\1{repository}/blob/v{RELEASE}/", text)


setup(
    version=version(),
    long_description=readme(),
    long_description_content_type="text/markdown",
    project_urls=urls(),
    ext_modules=kernels(),
    options={
        "bdist_wheel": {"py_limited_api": "cp{}{}".format(*OLDEST_PYTHON)} if STABLE_ABI else {}
    },
    data_files=[
        (folder.as_posix(), [path.as_posix() for path in sorted(folder.glob("*.1"))])
        for folder in Path("share/man").glob("**/man1")  # written by scripts/man-pages
    ],
    cmdclass={"build_ext": Build, "build_py": Package, "bdist_wheel": Wheel},
)
