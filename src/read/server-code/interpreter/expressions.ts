import ts from 'typescript'
import {isCommon} from '../commonjs-names.ts'
import {bare, nameOf} from '../syntax.ts'
import {assignment} from './assignments.ts'
import {listed} from './classes.ts'
import type {Engine} from './framework-contract.ts'
import {builtin, joined} from './literals.ts'
import {classOf} from './statements.ts'
import {
  constant,
  listOf,
  NOTHING,
  native,
  optionsOf,
  type Scope,
  type Thing,
  textIn,
  truth,
  UNKNOWN,
  type Value
} from './values.ts'

type Evaluate = (engine: Engine, node: never, scope: Scope) => Value

/** Evaluates an expression, including all calls in it. */
export function evaluateExpression(engine: Engine, written: ts.Expression, scope: Scope): Value {
  const node = bare(written)
  if (!engine.step(node)) return UNKNOWN
  const read = EVALUATORS[node.kind] as ((engine: Engine, node: ts.Expression, scope: Scope) => Value) | undefined
  return read ? read(engine, node, scope) : evaluateParts(engine, node, scope)
}

/** Evaluates the parts of an unsupported expression, because they can contain calls. The value itself is unknown. */
function evaluateParts(engine: Engine, node: ts.Expression, scope: Scope): Value {
  ts.forEachChild(node, child => {
    if (ts.isExpression(child) && !ts.isIdentifier(child)) engine.evaluate(child, scope)
  })
  return {kind: 'unknown', node}
}

const EVALUATORS: Readonly<Partial<Record<ts.SyntaxKind, Evaluate>>> = {
  [ts.SyntaxKind.StringLiteral]: (_: Engine, {text}: ts.StringLiteral) => constant(text),
  [ts.SyntaxKind.NoSubstitutionTemplateLiteral]: (_: Engine, {text}: ts.NoSubstitutionTemplateLiteral) =>
    constant(text),
  [ts.SyntaxKind.NumericLiteral]: (_: Engine, {text}: ts.NumericLiteral) => constant(Number(text)),
  [ts.SyntaxKind.TrueKeyword]: () => constant(true),
  [ts.SyntaxKind.FalseKeyword]: () => constant(false),
  [ts.SyntaxKind.NullKeyword]: () => constant(null),
  [ts.SyntaxKind.VoidExpression]: (engine: Engine, {expression}: ts.VoidExpression, scope: Scope) => {
    engine.evaluate(expression, scope)
    return NOTHING
  },
  [ts.SyntaxKind.RegularExpressionLiteral]: (_: Engine, {text}: ts.RegularExpressionLiteral) => ({
    kind: 'pattern',
    source: text
  }),
  [ts.SyntaxKind.ThisKeyword]: (_: Engine, __: ts.Node, scope: Scope) => scope.self ?? UNKNOWN,
  [ts.SyntaxKind.Identifier]: identifier,
  [ts.SyntaxKind.TemplateExpression]: template,
  [ts.SyntaxKind.ArrowFunction]: (_: Engine, node: ts.ArrowFunction, scope: Scope) => ({kind: 'function', node, scope}),
  [ts.SyntaxKind.FunctionExpression]: (_: Engine, node: ts.FunctionExpression, scope: Scope) => ({
    kind: 'function',
    node,
    scope
  }),
  [ts.SyntaxKind.ClassExpression]: (engine: Engine, node: ts.ClassExpression, scope: Scope) =>
    classOf(engine, node, scope),
  [ts.SyntaxKind.ObjectLiteralExpression]: object,
  [ts.SyntaxKind.ArrayLiteralExpression]: array,
  [ts.SyntaxKind.PropertyAccessExpression]: property,
  [ts.SyntaxKind.ElementAccessExpression]: element,
  [ts.SyntaxKind.ConditionalExpression]: conditional,
  [ts.SyntaxKind.BinaryExpression]: binary,
  [ts.SyntaxKind.PrefixUnaryExpression]: prefix,
  [ts.SyntaxKind.CallExpression]: call,
  [ts.SyntaxKind.NewExpression]: newInstance,
  [ts.SyntaxKind.YieldExpression]: (engine: Engine, {expression}: ts.YieldExpression, scope: Scope) =>
    expression ? engine.evaluate(expression, scope) : UNKNOWN
} as Readonly<Partial<Record<ts.SyntaxKind, Evaluate>>>

function identifier(engine: Engine, node: ts.Identifier, scope: Scope): Value {
  if (node.text === 'undefined') return NOTHING
  const symbol = engine.symbolOf(node)
  const file = node.getSourceFile()
  if (node.text === 'module' && isCommon(symbol)) {
    return native({get: name => (name === 'exports' ? engine.commonExports(file) : UNKNOWN)})
  }
  if (node.text === 'exports' && isCommon(symbol)) return engine.commonExports(file)
  return symbol ? engine.valueOf(symbol, scope) : engine.external('', [node.text])
}

function template(engine: Engine, node: ts.TemplateExpression, scope: Scope): Value {
  return node.templateSpans.reduce<Value>(
    (sum, {expression, literal}) => joined(joined(sum, engine.evaluate(expression, scope)), constant(literal.text)),
    constant(node.head.text)
  )
}

function object(engine: Engine, node: ts.ObjectLiteralExpression, scope: Scope): Value {
  const made: Thing = {kind: 'object', fields: new Map(), isOpen: false, node}
  for (const each of node.properties) {
    if (ts.isSpreadAssignment(each)) {
      const spread = engine.evaluate(each.expression, scope)
      if (spread.kind === 'object' && engine.step(each, spread.fields.size))
        for (const [key, value] of spread.fields) made.fields.set(key, value)
      if (spread.kind !== 'constant' && (spread.kind !== 'object' || spread.isOpen)) made.isOpen = true
      continue
    }
    const name = ts.isComputedPropertyName(each.name)
      ? textIn(engine.evaluate(each.name.expression, scope))
      : nameOf(each.name)
    if (name === undefined) made.isOpen = true
    else if (ts.isPropertyAssignment(each)) made.fields.set(name, engine.evaluate(each.initializer, scope))
    else if (ts.isShorthandPropertyAssignment(each)) made.fields.set(name, engine.evaluate(each.name, scope))
    else if (ts.isMethodDeclaration(each)) made.fields.set(name, {kind: 'function', node: each, scope, self: made})
    else if (ts.isGetAccessor(each))
      made.fields.set(name, engine.invoke({kind: 'function', node: each, scope, self: made}, []))
  }
  return made
}

function array(engine: Engine, node: ts.ArrayLiteralExpression, scope: Scope): Value {
  return evaluateList(engine, node.elements, scope)
}

function evaluateList(engine: Engine, elements: readonly ts.Expression[], scope: Scope) {
  let isOpen = false
  const items = elements.flatMap((each): readonly Value[] => {
    if (ts.isOmittedExpression(each)) return [NOTHING]
    if (!ts.isSpreadElement(each)) return [engine.evaluate(each, scope)]
    const spread = engine.evaluate(each.expression, scope)
    if (spread.kind !== 'list' || spread.isOpen) isOpen = true
    if (spread.kind !== 'list' || !engine.step(each, spread.items.length)) return []
    return spread.items
  })
  return listOf(items, isOpen)
}

function property(engine: Engine, node: ts.PropertyAccessExpression, scope: Scope): Value {
  const {expression, name} = node
  if (expression.kind === ts.SyntaxKind.SuperKeyword) {
    const {self = UNKNOWN, within} = scope
    return within?.base?.kind === 'class' ? (engine.memberOf(within.base, name.text, self, false) ?? UNKNOWN) : UNKNOWN
  }
  const value = engine.get(engine.evaluate(expression, scope), name.text, node)
  return resolveEnumMember(engine, node, value)
}

/** Resolves a member of an enum that a package declares. Its value is known only to the type checker. */
function resolveEnumMember(
  engine: Engine,
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  value: Value
): Value {
  if (value.kind !== 'external' && value.kind !== 'unknown') return value
  const known = engine.checker.getConstantValue(node)
  return known === undefined ? value : constant(known)
}

function element(engine: Engine, node: ts.ElementAccessExpression, scope: Scope): Value {
  const value = engine.evaluate(node.expression, scope)
  const keys = optionsOf(engine.evaluate(node.argumentExpression, scope))
  const parts = keys.map((key): Value => {
    if (key.kind !== 'constant') return computedProperty(engine, value, node)
    if (value.kind === 'list' && typeof key.value === 'number') return value.items[key.value] ?? UNKNOWN
    return resolveEnumMember(engine, node, engine.get(value, String(key.value), node))
  })
  return engine.oneOf(parts, node)
}

/** Property of a value under a computed name that isn't known. */
function computedProperty(engine: Engine, value: Value, node: ts.Node): Value {
  const parts = optionsOf(value).flatMap(each => (each.kind === 'native' && each.unnamed ? [each.unnamed()] : []))
  return parts.length === 0 ? {kind: 'unknown', node} : engine.oneOf(parts, node)
}

function conditional(engine: Engine, {condition, whenTrue, whenFalse}: ts.ConditionalExpression, scope: Scope): Value {
  const holds = truth(engine.evaluate(condition, scope))
  if (holds !== undefined) return engine.evaluate(holds ? whenTrue : whenFalse, scope)
  engine.conditional++
  const both = [engine.evaluate(whenTrue, scope), engine.evaluate(whenFalse, scope)]
  engine.conditional--
  return engine.oneOf(both, whenTrue)
}

const ASSIGNMENTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.PlusEqualsToken
])

function binary(engine: Engine, node: ts.BinaryExpression, scope: Scope): Value {
  const {left, operatorToken, right} = node
  const {kind} = operatorToken
  if (ASSIGNMENTS.has(kind)) return assignment(engine, node, scope)
  if (kind === ts.SyntaxKind.CommaToken) {
    engine.evaluate(left, scope)
    return engine.evaluate(right, scope)
  }
  const one = engine.evaluate(left, scope)
  if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken) {
    const isSet = kind === ts.SyntaxKind.BarBarToken ? truth(one) : isPresent(one)
    if (isSet === true) return one
    const other = engine.evaluate(right, scope)
    if (isSet === false) return other
    // The fallback is what applies if the environment sets nothing.
    if (one.kind === 'external' && other.kind === 'constant') return constant(other.value, node)
    return engine.oneOf([one, other], node)
  }
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) {
    const holds = truth(one)
    if (holds === false) return one
    if (holds === undefined) engine.conditional++
    const other = engine.evaluate(right, scope)
    if (holds === undefined) engine.conditional--
    return holds ? other : engine.oneOf([one, other], node)
  }
  const other = engine.evaluate(right, scope)
  if (kind === ts.SyntaxKind.PlusToken) return joined(one, other)
  if (one.kind !== 'constant' || other.kind !== 'constant' || one.assumed || other.assumed) return UNKNOWN
  if (kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.EqualsEqualsToken)
    return constant(one.value === other.value)
  if (kind === ts.SyntaxKind.ExclamationEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsToken)
    return constant(one.value !== other.value)
  return UNKNOWN
}

function isPresent(value: Value): boolean | undefined {
  if (value.kind === 'constant') return value.value !== undefined && value.value !== null
  return value.kind === 'unknown' || value.kind === 'external' || value.kind === 'choice' ? undefined : true
}

function prefix(engine: Engine, {operator, operand}: ts.PrefixUnaryExpression, scope: Scope): Value {
  const value = engine.evaluate(operand, scope)
  if (operator === ts.SyntaxKind.ExclamationToken) {
    const holds = truth(value)
    return holds === undefined ? UNKNOWN : constant(!holds)
  }
  if (operator === ts.SyntaxKind.MinusToken && value.kind === 'constant' && typeof value.value === 'number')
    return constant(-value.value)
  return UNKNOWN
}

const IMPORT_HELPERS: ReadonlySet<string> = new Set(['__importStar', '__toESM', '_interop_require_wildcard'])

function call(engine: Engine, node: ts.CallExpression, scope: Scope): Value {
  const callee = bare(node.expression)
  const [first] = node.arguments
  if (callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')) {
    const file = first && engine.names.fileOf(first)
    if (file) return callee.kind === ts.SyntaxKind.ImportKeyword ? engine.exportsOf(file) : requireFile(engine, file)
    if (first && ts.isStringLiteralLike(first))
      return engine.external(first.text, callee.kind === ts.SyntaxKind.ImportKeyword ? [] : ['default'])
  }
  if (callee.kind === ts.SyntaxKind.SuperKeyword) {
    const args = evaluateList(engine, node.arguments, scope).items
    const {self, within} = scope
    if (within?.base?.kind === 'class' && self?.kind === 'object') engine.construct(within.base, self, args)
    else if (within?.base) engine.apply(UNKNOWN, args, node)
    return NOTHING
  }
  // Helpers that compilers put around an import return the module itself.
  if (first && ts.isIdentifier(callee) && IMPORT_HELPERS.has(callee.text)) return engine.evaluate(first, scope)
  const called = engine.evaluate(callee, scope)
  const args = evaluateList(engine, node.arguments, scope).items
  engine.argsOf.set(node, args)
  const known = called.kind === 'external' && called.module === '' ? builtin(called.path) : undefined
  if (called.kind === 'external' && called.module === '' && called.path.join('.') === 'Reflect.apply') {
    const [callee = UNKNOWN, self, list] = args
    return engine.apply(callee, listed(list), node, self)
  }
  return engine.apply(known ?? called, args, node)
}

/** Result of `require`: `module.exports` for a CommonJS file, otherwise all exports of the ES module. */
function requireFile(engine: Engine, file: ts.SourceFile): Value {
  const common = engine.commonExports(file)
  return common.kind === 'object' && common.fields.size === 0 ? engine.exportsOf(file) : common
}

function newInstance(engine: Engine, node: ts.NewExpression, scope: Scope): Value {
  const of = engine.evaluate(node.expression, scope)
  const {items} = evaluateList(engine, node.arguments ?? [], scope)
  engine.argsOf.set(node, items)
  if (of.kind === 'class') return engine.instantiate(of, items, node)
  if (of.kind === 'native') return of.call?.({node, args: items, isNew: true}) ?? UNKNOWN
  return engine.apply(of.kind === 'function' ? UNKNOWN : of, items, node)
}
