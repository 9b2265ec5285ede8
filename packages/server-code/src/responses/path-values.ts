import ts from 'typescript'
import {stripWrappers} from '../syntax.ts'

/**
 * Possible values of a variable at a point in code, one per path there. `unset` means that a path doesn't change the
 * variable.
 */
export type PathValues = ReadonlySet<string>

export const UNSET: PathValues = new Set(['unset'])
/** The empty set: no path reaches the point. */
export const NO_PATH: PathValues = new Set()

export const unionPathValues = (...all: readonly PathValues[]): PathValues => new Set(all.flatMap(each => [...each]))

/**
 * Values after two steps: the second step wins, and the first step counts only where the second leaves the variable
 * unset.
 */
export const sequencePathValues = (first: PathValues, second: PathValues): PathValues =>
  second.has('unset') ? unionPathValues(first, new Set([...second].filter(each => each !== 'unset'))) : second

/**
 * Values where a statement completes (`on`), at `break` or `continue` (`broken`), at `return` (`left`), and at any
 * point within it (`passed`).
 */
interface ExitValues {
  readonly on: PathValues
  readonly broken: PathValues
  readonly left: PathValues
  readonly passed: PathValues
}

/** The values that an expression sets. `undefined` if it sets none; `NO_PATH` if execution ends with it. */
export type PathValueSetter = (written: ts.Expression) => PathValues | undefined

const completes = (on: PathValues): ExitValues => ({on, broken: NO_PATH, left: NO_PATH, passed: on})
const ENDED: ExitValues = {on: NO_PATH, broken: NO_PATH, left: NO_PATH, passed: NO_PATH}

const LOGICAL: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken
])

/** Tracks a variable along all paths through a function. The result of each statement is cached. */
export class PathTracker {
  readonly #setter: PathValueSetter
  readonly #known = new Map<ts.Node, ExitValues>()

  constructor(setter: PathValueSetter) {
    this.#setter = setter
  }

  /** Values set before a node, on every path from the beginning of the function. */
  valuesBefore(node: ts.Node, fn: ts.Node): PathValues {
    let ways = UNSET
    let isLater = false
    for (let here = node; here !== fn && here.parent && ways.has('unset'); here = here.parent) {
      if (here !== node && ts.isFunctionLike(here)) isLater = true
      ways = sequencePathValues(this.#valuesAhead(here, here.parent, isLater), ways)
    }
    return ways
  }

  /** Values at the exits of a function. */
  valuesAtExit({body}: ts.FunctionLikeDeclaration): PathValues {
    if (!body) return UNSET
    if (!ts.isBlock(body)) return this.valuesOf(body)
    const {on, left} = this.#exitsOfList(body.statements)
    return unionPathValues(on, left)
  }

  #valuesAhead(here: ts.Node, parent: ts.Node, isLater: boolean): PathValues {
    if (ts.isIterationStatement(here, false)) return unionPathValues(UNSET, this.#exitsOf(here.statement).passed)
    if (ts.isTryStatement(parent) && here !== parent.tryBlock) {
      const caught = here === parent.finallyBlock ? parent.catchClause?.block : undefined
      return unionPathValues(
        UNSET,
        this.#exitsOf(parent.tryBlock).passed,
        caught ? this.#exitsOf(caught).passed : NO_PATH
      )
    }
    if (ts.isBinaryExpression(parent) && here === parent.right) {
      const {kind} = parent.operatorToken
      return kind === ts.SyntaxKind.CommaToken || LOGICAL.has(kind) ? this.valuesOf(parent.left) : UNSET
    }
    if (!ts.isBlock(parent) && !ts.isCaseOrDefaultClause(parent)) return UNSET
    const at = parent.statements.indexOf(here as ts.Statement)
    const {on} = this.#exitsOfList(parent.statements.slice(0, at))
    // A callback might run after the statements that follow it.
    return isLater ? sequencePathValues(on, this.#exitsOfList(parent.statements.slice(at + 1)).passed) : on
  }

  #exitsOfList(statements: readonly ts.Statement[]): ExitValues {
    let on = UNSET
    let [broken, left, passed] = [NO_PATH, NO_PATH, UNSET]
    for (const each of statements) {
      const ends = this.#exitsOf(each)
      broken = unionPathValues(broken, sequencePathValues(on, ends.broken))
      left = unionPathValues(left, sequencePathValues(on, ends.left))
      passed = unionPathValues(passed, sequencePathValues(on, ends.passed))
      // Statements after an exit aren't reached.
      if (ends.on.size === 0) return {on: NO_PATH, broken, left, passed}
      on = sequencePathValues(on, ends.on)
    }
    return {on, broken, left, passed}
  }

  #exitsOf(node: ts.Statement): ExitValues {
    const known = this.#known.get(node)
    if (known) return known
    const ends = this.#computeExits(node)
    this.#known.set(node, ends)
    return ends
  }

  #computeExits(node: ts.Statement): ExitValues {
    if (ts.isExpressionStatement(node)) return completes(this.valuesOf(node.expression))
    if (ts.isVariableStatement(node)) {
      const all = node.declarationList.declarations
      return completes(
        all.reduce(
          (on, {initializer}) => (initializer ? sequencePathValues(on, this.valuesOf(initializer)) : on),
          UNSET
        )
      )
    }
    if (ts.isReturnStatement(node)) {
      const left = node.expression ? this.valuesOf(node.expression) : UNSET
      return {...ENDED, left, passed: left}
    }
    if (ts.isThrowStatement(node)) return ENDED
    if (ts.isBreakOrContinueStatement(node)) return {...ENDED, broken: UNSET}
    if (ts.isBlock(node)) return this.#exitsOfList(node.statements)
    if (ts.isLabeledStatement(node)) return this.#exitsOf(node.statement)
    if (ts.isIfStatement(node)) {
      const yes = this.#exitsOf(node.thenStatement)
      return unionExits(yes, node.elseStatement ? this.#exitsOf(node.elseStatement) : completes(UNSET))
    }
    if (ts.isSwitchStatement(node)) return this.#exitsOfCases(node.caseBlock.clauses)
    if (ts.isTryStatement(node)) return this.#exitsOfTry(node)
    // The number of iterations isn't known, so that the body might not run at all.
    if (ts.isIterationStatement(node, false)) {
      const {on, broken, left, passed} = this.#exitsOf(node.statement)
      return {on: unionPathValues(UNSET, on, broken), broken: NO_PATH, left, passed}
    }
    return completes(UNSET)
  }

  valuesOf(written: ts.Expression): PathValues {
    const inner = stripWrappers(written)
    const node = ts.isVoidExpression(inner) ? stripWrappers(inner.expression) : inner
    if (ts.isConditionalExpression(node))
      return unionPathValues(this.valuesOf(node.whenTrue), this.valuesOf(node.whenFalse))
    if (ts.isBinaryExpression(node)) {
      const {kind} = node.operatorToken
      if (kind === ts.SyntaxKind.CommaToken)
        return sequencePathValues(this.valuesOf(node.left), this.valuesOf(node.right))
      if (LOGICAL.has(kind))
        return sequencePathValues(this.valuesOf(node.left), unionPathValues(UNSET, this.valuesOf(node.right)))
    }
    return this.#setter(node) ?? UNSET
  }

  #exitsOfCases(clauses: readonly ts.CaseOrDefaultClause[]): ExitValues {
    let [through, broken, left, passed] = [NO_PATH, NO_PATH, NO_PATH, NO_PATH]
    for (const {statements} of clauses) {
      const ends = this.#exitsOfList(statements)
      // A case is also reached from the one before it, if that has no `break`.
      const from = unionPathValues(UNSET, through)
      broken = unionPathValues(broken, sequencePathValues(from, ends.broken))
      left = unionPathValues(left, sequencePathValues(from, ends.left))
      passed = unionPathValues(passed, sequencePathValues(from, ends.passed))
      through = ends.on.size === 0 ? NO_PATH : sequencePathValues(from, ends.on)
    }
    const on = unionPathValues(broken, through, clauses.some(ts.isDefaultClause) ? NO_PATH : UNSET)
    return {on, broken: NO_PATH, left, passed}
  }

  #exitsOfTry({tryBlock, catchClause, finallyBlock}: ts.TryStatement): ExitValues {
    const tried = this.#exitsOf(tryBlock)
    // An exception can occur before or after any assignment in the block.
    const failed = unionPathValues(UNSET, tried.passed)
    const caught = catchClause ? exitsAfter(failed, this.#exitsOf(catchClause.block)) : ENDED
    const both = unionExits(tried, caught)
    return finallyBlock ? exitsAfter(both.on, this.#exitsOf(finallyBlock), both) : both
  }
}

const unionExits = (one: ExitValues, other: ExitValues): ExitValues => ({
  on: unionPathValues(one.on, other.on),
  broken: unionPathValues(one.broken, other.broken),
  left: unionPathValues(one.left, other.left),
  passed: unionPathValues(one.passed, other.passed)
})

/**
 * The exits of two steps in a row: the first completes with `on`, the second has the exits `last`, and the third argument has
 * the other exits of the first.
 */
function exitsAfter(on: PathValues, last: ExitValues, {broken, left, passed}: ExitValues = ENDED): ExitValues {
  return {
    on: on.size === 0 || last.on.size === 0 ? NO_PATH : sequencePathValues(on, last.on),
    broken: unionPathValues(broken, on.size === 0 ? NO_PATH : sequencePathValues(on, last.broken)),
    left: unionPathValues(left, on.size === 0 ? NO_PATH : sequencePathValues(on, last.left)),
    passed: unionPathValues(passed, sequencePathValues(on, last.passed))
  }
}
