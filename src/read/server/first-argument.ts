import ts from 'typescript'
import {moduleBehind} from './origin.ts'
import {isOfPackage, partOf} from './packages.ts'
import {lackingIn, writtenIn} from './routing.ts'
import {bare} from './syntax.ts'
import {type Call, UNKNOWN, type Value} from './values.ts'

/** What stands where a path may stand or be left out: `use('/api', router)`, `use(cors(), router)`. */
export type Role = 'path' | 'handler' | 'doubtful'

/** The first argument of a call, also where a list is spread of which nothing is known, and what it is. */
export function firstOf({node, args}: Call, checker: ts.TypeChecker): {readonly first?: Value; readonly role: Role} {
  const [written] = writtenIn(node)
  const isLacking = lackingIn(node, args).some(each => each.node === written)
  const first = isLacking ? UNKNOWN : args[0]
  if (!first) return {role: 'handler'}
  const isAlone = args.length < 2 && !isLacking
  // Alone it can only be a handler, unless it is seen to be a path.
  if (isAlone && first.kind !== 'constant' && first.kind !== 'pattern') return {first, role: 'handler'}
  const start = written && ts.isSpreadElement(written) ? written.expression : written
  return {first, role: roleOf(first, start, checker)}
}

/** What a first argument is: by its value, by its type, and where there is none by what people do with packages. */
function roleOf(value: Value, node: ts.Expression | undefined, checker: ts.TypeChecker): Role {
  if (value.kind === 'pattern') return 'path'
  // What frameworks make of their own is a constant, too.
  if (value.kind === 'constant') return typeof value.value === 'string' ? 'path' : 'handler'
  if (value.kind === 'list' || value.kind === 'choice') {
    const literal = node && ts.isArrayLiteralExpression(bare(node)) ? (bare(node) as ts.ArrayLiteralExpression) : node
    const inner = literal && ts.isArrayLiteralExpression(literal) ? literal.elements : undefined
    const all = value.kind === 'list' ? value.items : value.options
    const roles = all.map((each, at) =>
      roleOf(each, inner ? inner[at] : value.kind === 'choice' ? node : undefined, checker)
    )
    return roles.find(each => each === 'path') ?? roles.find(each => each === 'handler') ?? 'doubtful'
  }
  if (value.kind !== 'unknown' && value.kind !== 'external') return 'handler'
  if (value.kind === 'external' && value.module === '' && value.path[0] === 'process') return 'path'
  const told = node ? roleByType(checker.getTypeAtLocation(node), checker) : 'doubtful'
  return told === 'doubtful' ? usually(value, node, checker) : told
}

function roleByType(type: ts.Type, checker: ts.TypeChecker): Role {
  const {flags} = type
  if (flags & ts.TypeFlags.TypeParameter) {
    const constraint = checker.getBaseConstraintOfType(type)
    return constraint && constraint !== type ? roleByType(constraint, checker) : 'doubtful'
  }
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'doubtful'
  const parts = type.isUnion() ? type.types : [type]
  const isPath = (part: ts.Type): boolean => {
    if (part.flags & ts.TypeFlags.StringLike || part.symbol?.name === 'RegExp') return true
    const item = checker.isArrayType(part) ? checker.getTypeArguments(part as ts.TypeReference)[0] : undefined
    return item !== undefined && (item.isUnion() ? item.types : [item]).some(isPath)
  }
  if (parts.some(isPath)) return 'path'
  const isSome = parts.some(part => (part.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) === 0)
  return isSome ? 'handler' : 'doubtful'
}

/** Modules of Node that give texts. */
const OF_TEXTS = /^(?:node:|(?:path|url|util|os|querystring)(?:\/|$))/
/** What settings and texts are asked for by, and middleware is not. */
const ASKS =
  /^(?:get|join|resolve|normalize|format|concat|toString|replace|slice|env|.*(?:path|prefix|url|route|base))$/i

/** Packages are called for middleware: `cors()`. What else they give may be a setting. */
function usually(
  value: Extract<Value, {kind: 'unknown' | 'external'}>,
  node: ts.Expression | undefined,
  checker: ts.TypeChecker
): Role {
  const given = value.kind === 'external' ? value.module : value.from
  const module = given ?? (node && moduleBehind(node, checker))
  if (module === undefined || !isOfPackage(module)) return 'doubtful'
  if (partOf(module) !== undefined) return 'handler'
  if (OF_TEXTS.test(module)) return 'path'
  const made = given === undefined ? node : value.kind === 'unknown' ? value.node : undefined
  const call = made && ts.isExpression(made) ? bare(made) : undefined
  if (!call || !ts.isCallExpression(call)) return 'doubtful'
  const callee = bare(call.expression)
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : ''
  return ASKS.test(name) ? 'doubtful' : 'handler'
}
