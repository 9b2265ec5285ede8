import ts from 'typescript'
import type {Flow} from './flow.ts'
import {type Frame, linksOf, type Outcome, outcomeOf, setsStatus} from './statuses.ts'
import {bare} from './syntax.ts'

/** What a status may be where code comes to its end, each way there; `unset` where it is as it was. */
type Status = Outcome | 'unset'
type Ways = ReadonlySet<Status>

/** The statuses where code goes on after it, and where it was left by a `break`. */
interface Ends {
  readonly on: Ways
  readonly broken: Ways
}

const UNSET: Ways = new Set<Status>(['unset'])
const NOWHERE: Ways = new Set()

/** The outcome that was set in the statements before, on each way there: `res.status(401)`, `res.statusCode = 401`. */
export function statusBefore(flow: Flow, node: ts.Node, frame: Frame, answer: ts.Symbol | undefined): Outcome {
  let ways = UNSET
  for (let here = node; here !== frame.fn && here.parent && ways.has('unset'); here = here.parent) {
    const {parent} = here
    if (!ts.isBlock(parent) && !ts.isCaseOrDefaultClause(parent)) continue
    const before = parent.statements.slice(0, parent.statements.indexOf(here as ts.Statement))
    ways = then(inTurn(before, setterOf(flow, frame, answer)).on, ways)
  }
  const [first = 'unset', ...others] = ways
  if (others.length === 0) return first === 'unset' ? 'fine' : first
  return ways.has('refused') || ways.has('open') ? 'open' : 'fine'
}

type Setter = (written: ts.Expression) => Outcome | undefined

/** What an expression sets the status to, if it does. */
function setterOf(flow: Flow, frame: Frame, answer: ts.Symbol | undefined): Setter {
  const isOn = (holder: ts.Expression): boolean => {
    const here = bare(holder)
    return !answer || flow.is(here, answer) || (ts.isPropertyAccessExpression(here) && flow.is(here.expression, answer))
  }
  return node => {
    if (ts.isCallExpression(node)) {
      const set = linksOf(node).find(setsStatus)
      return set && (!answer || flow.nameOn(set, answer) !== undefined)
        ? outcomeOf(set.arguments[0], frame, flow.checker)
        : undefined
    }
    const isSet =
      ts.isBinaryExpression(node) &&
      ts.isPropertyAccessExpression(node.left) &&
      node.left.name.text === 'statusCode' &&
      isOn(node.left.expression)
    return isSet ? outcomeOf(node.right, frame, flow.checker) : undefined
  }
}

const either = (...all: readonly Ways[]): Ways => new Set(all.flatMap(each => [...each]))

const then = (first: Ways, second: Ways): Ways =>
  second.has('unset') ? either(first, new Set([...second].filter(each => each !== 'unset'))) : second

const goesOn = (on: Ways): Ends => ({on, broken: NOWHERE})

function inTurn(statements: readonly ts.Statement[], setter: Setter): Ends {
  let on = UNSET
  let broken = NOWHERE
  for (const each of statements) {
    const ends = endsOf(each, setter)
    broken = either(broken, then(on, ends.broken))
    // Whoever leaves does not come to what stands behind.
    if (ends.on.size === 0) return {on: NOWHERE, broken}
    on = then(on, ends.on)
  }
  return {on, broken}
}

function endsOf(node: ts.Statement, setter: Setter): Ends {
  if (ts.isExpressionStatement(node)) return goesOn(waysOf(node.expression, setter))
  if (ts.isReturnStatement(node) || ts.isThrowStatement(node)) return goesOn(NOWHERE)
  if (ts.isBreakOrContinueStatement(node)) return {on: NOWHERE, broken: UNSET}
  if (ts.isBlock(node)) return inTurn(node.statements, setter)
  if (ts.isIfStatement(node)) {
    const yes = endsOf(node.thenStatement, setter)
    const no = node.elseStatement ? endsOf(node.elseStatement, setter) : goesOn(UNSET)
    return {on: either(yes.on, no.on), broken: either(yes.broken, no.broken)}
  }
  if (ts.isSwitchStatement(node)) return goesOn(ofCases(node.caseBlock.clauses, setter))
  if (ts.isTryStatement(node)) return ofTry(node, setter)
  // How often a loop runs nobody can tell.
  if (ts.isIterationStatement(node, true)) {
    const {on, broken} = endsOf(node.statement, setter)
    const isSet = [...on, ...broken].some(each => each !== 'unset')
    return goesOn(isSet ? new Set<Status>(['unset', 'open']) : UNSET)
  }
  return goesOn(UNSET)
}

const LOGICAL: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken
])

function waysOf(written: ts.Expression, setter: Setter): Ways {
  const inner = bare(written)
  const node = ts.isVoidExpression(inner) ? bare(inner.expression) : inner
  const set = setter(node)
  if (set) return new Set([set])
  if (ts.isConditionalExpression(node)) return either(waysOf(node.whenTrue, setter), waysOf(node.whenFalse, setter))
  if (!ts.isBinaryExpression(node)) return UNSET
  const {kind} = node.operatorToken
  if (kind === ts.SyntaxKind.CommaToken) return then(waysOf(node.left, setter), waysOf(node.right, setter))
  return LOGICAL.has(kind) ? either(UNSET, waysOf(node.right, setter)) : UNSET
}

function ofCases(clauses: readonly ts.CaseOrDefaultClause[], setter: Setter): Ways {
  let through = NOWHERE
  let broken = NOWHERE
  for (const {statements} of clauses) {
    const ends = inTurn(statements, setter)
    // A case is come to from the one before, too, if that has no `break`.
    const from = either(UNSET, through)
    broken = either(broken, then(from, ends.broken))
    through = ends.on.size === 0 ? NOWHERE : then(from, ends.on)
  }
  return either(broken, through, clauses.some(ts.isDefaultClause) ? NOWHERE : UNSET)
}

function ofTry({tryBlock, catchClause, finallyBlock}: ts.TryStatement, setter: Setter): Ends {
  const tried = inTurn(tryBlock.statements, setter)
  const caught = catchClause ? inTurn(catchClause.block.statements, setter) : {on: NOWHERE, broken: NOWHERE}
  // What fails may do so before a status is set, and after.
  const failed = either(UNSET, tried.on, tried.broken)
  const on = either(tried.on, caught.on.size === 0 ? NOWHERE : then(failed, caught.on))
  const broken = either(tried.broken, then(failed, caught.broken))
  const last = finallyBlock ? inTurn(finallyBlock.statements, setter) : goesOn(UNSET)
  if (on.size === 0 || last.on.size === 0) return {on: NOWHERE, broken: either(broken, last.broken)}
  return {on: then(on, last.on), broken: either(broken, last.broken)}
}
