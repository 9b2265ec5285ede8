import ts from 'typescript'
import {bare} from '../syntax.ts'

/**
 * Possible values of a variable at a point in code, one per path there. `unset` means that a path doesn't change the
 * variable.
 */
export type Ways = ReadonlySet<string>

export const UNSET: Ways = new Set(['unset'])
/** The empty set: no path reaches the point. */
export const NOWHERE: Ways = new Set()

export const either = (...all: readonly Ways[]): Ways => new Set(all.flatMap(each => [...each]))

/**
 * Values after two steps: the second step wins, and the first step counts only where the second leaves the variable
 * unset.
 */
export const over = (first: Ways, second: Ways): Ways =>
  second.has('unset') ? either(first, new Set([...second].filter(each => each !== 'unset'))) : second

/**
 * Values where a statement completes (`on`), at `break` or `continue` (`broken`), at `return` (`left`), and at any
 * point within it (`passed`).
 */
interface ExitValues {
  readonly on: Ways
  readonly broken: Ways
  readonly left: Ways
  readonly passed: Ways
}

/** The values that an expression sets. `undefined` if it sets none; `NOWHERE` if execution ends with it. */
export type Setter = (written: ts.Expression) => Ways | undefined

const completes = (on: Ways): ExitValues => ({on, broken: NOWHERE, left: NOWHERE, passed: on})
const ENDED: ExitValues = {on: NOWHERE, broken: NOWHERE, left: NOWHERE, passed: NOWHERE}

const LOGICAL: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken
])

/** Tracks a variable along all paths through a function. The result of each statement is cached. */
export class Course {
  readonly #setter: Setter
  readonly #known = new Map<ts.Node, ExitValues>()

  constructor(setter: Setter) {
    this.#setter = setter
  }

  /** Values set before a node, on every path from the beginning of the function. */
  before(node: ts.Node, fn: ts.Node): Ways {
    let ways = UNSET
    let isLater = false
    for (let here = node; here !== fn && here.parent && ways.has('unset'); here = here.parent) {
      if (here !== node && ts.isFunctionLike(here)) isLater = true
      ways = over(this.#valuesAhead(here, here.parent, isLater), ways)
    }
    return ways
  }

  /** Values at the exits of a function. */
  through({body}: ts.FunctionLikeDeclaration): Ways {
    if (!body) return UNSET
    if (!ts.isBlock(body)) return this.waysOf(body)
    const {on, left} = this.#exitsOfList(body.statements)
    return either(on, left)
  }

  #valuesAhead(here: ts.Node, parent: ts.Node, isLater: boolean): Ways {
    if (ts.isIterationStatement(here, false)) return either(UNSET, this.#exitsOf(here.statement).passed)
    if (ts.isTryStatement(parent) && here !== parent.tryBlock) {
      const caught = here === parent.finallyBlock ? parent.catchClause?.block : undefined
      return either(UNSET, this.#exitsOf(parent.tryBlock).passed, caught ? this.#exitsOf(caught).passed : NOWHERE)
    }
    if (ts.isBinaryExpression(parent) && here === parent.right) {
      const {kind} = parent.operatorToken
      return kind === ts.SyntaxKind.CommaToken || LOGICAL.has(kind) ? this.waysOf(parent.left) : UNSET
    }
    if (!ts.isBlock(parent) && !ts.isCaseOrDefaultClause(parent)) return UNSET
    const at = parent.statements.indexOf(here as ts.Statement)
    const {on} = this.#exitsOfList(parent.statements.slice(0, at))
    // A callback might run after the statements that follow it.
    return isLater ? over(on, this.#exitsOfList(parent.statements.slice(at + 1)).passed) : on
  }

  #exitsOfList(statements: readonly ts.Statement[]): ExitValues {
    let on = UNSET
    let [broken, left, passed] = [NOWHERE, NOWHERE, UNSET]
    for (const each of statements) {
      const ends = this.#exitsOf(each)
      broken = either(broken, over(on, ends.broken))
      left = either(left, over(on, ends.left))
      passed = either(passed, over(on, ends.passed))
      // Statements after an exit aren't reached.
      if (ends.on.size === 0) return {on: NOWHERE, broken, left, passed}
      on = over(on, ends.on)
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
    if (ts.isExpressionStatement(node)) return completes(this.waysOf(node.expression))
    if (ts.isVariableStatement(node)) {
      const all = node.declarationList.declarations
      return completes(
        all.reduce((on, {initializer}) => (initializer ? over(on, this.waysOf(initializer)) : on), UNSET)
      )
    }
    if (ts.isReturnStatement(node)) {
      const left = node.expression ? this.waysOf(node.expression) : UNSET
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
      return {on: either(UNSET, on, broken), broken: NOWHERE, left, passed}
    }
    return completes(UNSET)
  }

  waysOf(written: ts.Expression): Ways {
    const inner = bare(written)
    const node = ts.isVoidExpression(inner) ? bare(inner.expression) : inner
    if (ts.isConditionalExpression(node)) return either(this.waysOf(node.whenTrue), this.waysOf(node.whenFalse))
    if (ts.isBinaryExpression(node)) {
      const {kind} = node.operatorToken
      if (kind === ts.SyntaxKind.CommaToken) return over(this.waysOf(node.left), this.waysOf(node.right))
      if (LOGICAL.has(kind)) return over(this.waysOf(node.left), either(UNSET, this.waysOf(node.right)))
    }
    return this.#setter(node) ?? UNSET
  }

  #exitsOfCases(clauses: readonly ts.CaseOrDefaultClause[]): ExitValues {
    let [through, broken, left, passed] = [NOWHERE, NOWHERE, NOWHERE, NOWHERE]
    for (const {statements} of clauses) {
      const ends = this.#exitsOfList(statements)
      // A case is also reached from the one before it, if that has no `break`.
      const from = either(UNSET, through)
      broken = either(broken, over(from, ends.broken))
      left = either(left, over(from, ends.left))
      passed = either(passed, over(from, ends.passed))
      through = ends.on.size === 0 ? NOWHERE : over(from, ends.on)
    }
    const on = either(broken, through, clauses.some(ts.isDefaultClause) ? NOWHERE : UNSET)
    return {on, broken: NOWHERE, left, passed}
  }

  #exitsOfTry({tryBlock, catchClause, finallyBlock}: ts.TryStatement): ExitValues {
    const tried = this.#exitsOf(tryBlock)
    // An exception can occur before or after any assignment in the block.
    const failed = either(UNSET, tried.passed)
    const caught = catchClause ? exitsAfter(failed, this.#exitsOf(catchClause.block)) : ENDED
    const both = unionExits(tried, caught)
    return finallyBlock ? exitsAfter(both.on, this.#exitsOf(finallyBlock), both) : both
  }
}

const unionExits = (one: ExitValues, other: ExitValues): ExitValues => ({
  on: either(one.on, other.on),
  broken: either(one.broken, other.broken),
  left: either(one.left, other.left),
  passed: either(one.passed, other.passed)
})

/** Values after a step that follows another one, together with the exits of the earlier step. */
function exitsAfter(on: Ways, last: ExitValues, {broken, left, passed}: ExitValues = ENDED): ExitValues {
  return {
    on: on.size === 0 || last.on.size === 0 ? NOWHERE : over(on, last.on),
    broken: either(broken, on.size === 0 ? NOWHERE : over(on, last.broken)),
    left: either(left, on.size === 0 ? NOWHERE : over(on, last.left)),
    passed: either(passed, over(on, last.passed))
  }
}
