# Asks jsonsubschema. Usage: ask-jsonsubschema.py questions FOLDER (its own tests), or ask-jsonsubschema.py answer SECONDS:
# {"sub": …, "sup": …} a line in, {"contained": …, "ms": …} or {"none": …, "ms": …} a line out.
import ast, contextlib, glob, io, json, os, signal, sys, time, unittest

questions = []


def ask(name, label, sub, sup, *rest):
    pairs = [(sub, sup)] + ([(sup, sub)] if name == "isEquivalent" else [])
    # That two schemas aren't equivalent doesn't say which of them has more.
    if name == "isEquivalent" and not label:
        return
    for first, second in pairs:
        with contextlib.suppress(TypeError, ValueError):
            said = json.dumps({"sub": first, "sup": second, "label": label}, allow_nan=False)
            if said not in questions:
                questions.append(said)


class Asserted(ast.NodeTransformer):
    """Puts a call of `ask` where a test asserts an answer."""

    def asked(self, node, label):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("isSubschema", "isEquivalent"):
            name = ast.Name("ask", ast.Load())
            return ast.Call(name, [ast.Constant(node.func.id), ast.Constant(label), *node.args], [])
        return None

    def visit_Call(self, node):
        verb = getattr(node.func, "attr", "")
        found = verb in ("assertTrue", "assertFalse") and self.asked(node.args[0], verb == "assertTrue")
        return found or self.generic_visit(node)

    def visit_Assert(self, node):
        negated = isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not)
        found = self.asked(node.test.operand if negated else node.test, not negated)
        return ast.Expr(found) if found else node


def read(folder):
    for path in sorted(glob.glob(os.path.join(folder, "test_*.py"))):
        with open(path, encoding="utf8") as file:
            tree = ast.fix_missing_locations(Asserted().visit(ast.parse(file.read())))
        names = {"ask": ask, "__name__": os.path.basename(path)}
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(tree, path, "exec"), names)
            for test in names.values():
                if isinstance(test, type) and issubclass(test, unittest.TestCase):
                    unittest.defaultTestLoader.loadTestsFromTestCase(test).run(unittest.TestResult())
    print("\n".join(questions))


class Late(BaseException):
    pass


def late(*_):
    raise Late


def answer(seconds):
    from jsonsubschema import isSubschema

    signal.signal(signal.SIGPROF, late)

    for line in sys.stdin:
        question = json.loads(line)
        start = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                said = {"contained": bool(isSubschema(question["sub"], question["sup"]))}
        except Late:
            said = {"slow": True}
        except BaseException as error:
            said = {"none": type(error).__name__}
        signal.setitimer(signal.ITIMER_PROF, 0)
        print(json.dumps({**said, "ms": 1000 * (time.process_time() - start)}), flush=True)


read(sys.argv[2]) if sys.argv[1] == "questions" else answer(float(sys.argv[2]))
