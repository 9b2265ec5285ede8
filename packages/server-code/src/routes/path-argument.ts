import ts from 'typescript'
import {type AbstractValue, type CallWithArguments, UNKNOWN_VALUE} from '../interpreter/values.ts'
import {isPackageSpecifier, packageKindOf} from '../known-packages.ts'
import {moduleOfExpression} from '../module-of.ts'
import {stripWrappers} from '../syntax.ts'
import {argumentExpressions, unknownSpreadArguments} from './routing.ts'

/**
 * Whether the first argument of a call is a path, as in `use('/api', router)`, or a handler, as in
 * `use(cors(), router)`.
 */
export type ArgumentRole = 'path' | 'handler' | 'doubtful'

/**
 * The first argument of a call and its role. A spread list that isn't known counts as an argument. `usual` is the role
 * of a value from a package if nothing else determines it.
 */
export function classifyFirstArgument(
  {node, args}: CallWithArguments,
  checker: ts.TypeChecker,
  usual: ArgumentRole = 'handler'
): {readonly first?: AbstractValue; readonly role: ArgumentRole} {
  const [written] = argumentExpressions(node)
  const isLacking = unknownSpreadArguments(node, args).some(each => each.node === written)
  const first = isLacking ? UNKNOWN_VALUE : args[0]
  if (!first) return {role: 'handler'}
  const isAlone = args.length < 2 && !isLacking
  // A single argument is a handler, unless it is clearly a path.
  if (isAlone && first.kind !== 'constant' && first.kind !== 'pattern') return {first, role: 'handler'}
  const start = written && ts.isSpreadElement(written) ? written.expression : written
  return {first, role: roleOf(first, start, {checker, usual})}
}

interface RoleContext {
  readonly checker: ts.TypeChecker
  readonly usual: ArgumentRole
}

/** Role of a first argument, by value, by type, or else by common use of packages. */
function roleOf(value: AbstractValue, node: ts.Expression | undefined, asking: RoleContext): ArgumentRole {
  if (value.kind === 'pattern') return 'path'
  // A constant that isn't a string can be a handler, because framework models have such constants.
  if (value.kind === 'constant') return typeof value.value === 'string' ? 'path' : 'handler'
  if (value.kind === 'list' || value.kind === 'choice') return roleOfSeveral(value, node, asking)
  if (value.kind !== 'unknown' && value.kind !== 'external') return 'handler'
  if (value.kind === 'external' && value.module === '' && value.path[0] === 'process') return 'path'
  const {checker} = asking
  const byType = node ? roleByType(checker.getTypeAtLocation(node), checker) : 'doubtful'
  return byType === 'doubtful' ? roleByUsage(value, node, asking) : byType
}

/** Role of a list, or of a value that has several options: the role of the first path or else of the first handler. */
function roleOfSeveral(
  value: Extract<AbstractValue, {kind: 'list' | 'choice'}>,
  node: ts.Expression | undefined,
  asking: RoleContext
): ArgumentRole {
  const literal = node && stripWrappers(node)
  const elements = literal && ts.isArrayLiteralExpression(literal) ? literal.elements : undefined
  const whole = value.kind === 'choice' ? node : undefined
  const all = value.kind === 'list' ? value.items : value.options
  // An empty list is a list without middleware.
  if (value.kind === 'list' && all.length === 0 && !value.isOpen) return 'handler'
  const roles = all.map((each, at) => roleOf(each, elements ? elements[at] : whole, asking))
  return roles.find(each => each === 'path') ?? roles.find(each => each === 'handler') ?? 'doubtful'
}

function roleByType(type: ts.Type, checker: ts.TypeChecker): ArgumentRole {
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

/** Node modules that return strings. */
const STRING_MODULES = /^(?:node:|(?:path|url|util|os|querystring)(?:\/|$))/
/** Names of functions that return settings or strings rather than middleware. */
const SETTING_NAMES = [
  /^(?:to|as)[A-Z]/,
  /^(?:get|resolve|normalize|format|concat|replace|slice|trim|default|version|env)(?![a-z])/,
  /(?:join|path|prefix|url|route|base|string)$/i
]
const isSettingName = (name: string): boolean => SETTING_NAMES.some(pattern => pattern.test(name))

/**
 * Role of a value from a package. Packages are usually called to create middleware, as in `cors()`; other values might
 * be a setting or a path.
 */
function roleByUsage(
  value: Extract<AbstractValue, {kind: 'unknown' | 'external'}>,
  node: ts.Expression | undefined,
  {checker, usual}: RoleContext
): ArgumentRole {
  const given = value.kind === 'external' ? value.module : value.from
  const module = given ?? (node && moduleOfExpression(node, checker))
  if (module === undefined || !isPackageSpecifier(module)) return 'doubtful'
  if (packageKindOf(module) !== undefined) return 'handler'
  if (STRING_MODULES.test(module)) return 'path'
  const made = given === undefined ? node : value.kind === 'unknown' ? value.node : undefined
  const call = made && ts.isExpression(made) ? stripWrappers(made) : undefined
  return call && ts.isCallExpression(call) && !returnsString(call) ? usual : 'doubtful'
}

/**
 * Whether a call returns a string, judged by the names in its chain or by a path among its arguments:
 * `env.get('BASE').asString()`, `urlJoin('/api', 'v1')`.
 */
function returnsString(call: ts.Expression): boolean {
  for (let at = call; ; at = stripWrappers(at)) {
    if (ts.isCallExpression(at)) {
      if (at.arguments.some(each => ts.isStringLiteralLike(each) && each.text.startsWith('/'))) return true
      at = at.expression
    } else if (ts.isPropertyAccessExpression(at)) {
      if (isSettingName(at.name.text)) return true
      at = at.expression
    } else return ts.isIdentifier(at) && isSettingName(at.text)
  }
}
