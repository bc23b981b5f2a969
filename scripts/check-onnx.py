"""Runs ONNX's own checker over every .onnx file of a folder. See docs/engine.md, "Checking the writer"."""

import pathlib
import sys

import onnx


def main() -> int:
    files = sorted(pathlib.Path(sys.argv[1]).rglob("*.onnx"))
    if not files:
        print(f"no .onnx files in {sys.argv[1]}")
        return 1
    failed = 0
    for file in files:
        try:
            model = onnx.load(file)
            # Shape inference checks every operator's inputs; operators of other domains (FusedMatMul) have no schema here.
            onnx.checker.check_model(model, full_check=True)
        except Exception as error:  # the checker raises several unrelated types
            failed += 1
            print(f"{file.name}: {error}")
    print(f"onnx {onnx.__version__}: {len(files) - failed} of {len(files)} models pass")
    return 1 if failed else 0


sys.exit(main())
