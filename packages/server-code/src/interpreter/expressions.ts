import {posix} from 'node:path'
import ts from 'typescript'
import {isCommonJsGlobal} from '../import-resolution.ts'
import {isPackageSpecifier} from '../known-packages.ts'
import {propertyNameOf, stripWrappers} from '../syntax.ts'
import {evaluateDelete} from './assignments.ts'
import {setField} from './changes.ts'
import {argumentItems} from './classes.ts'
import type {Engine} from './framework-contract.ts'
import {concatValues} from './literals.ts'
import {evaluateBinary, evaluatePrefix} from './operators.ts'
import {createClassValue} from './statements.ts'
import {
  type AbstractValue,
  COMPUTED_MODULE,
  constantValue,
  listValue,
  nativeValue,
  type ObjectValue,
  possibleValuesOf,
  spreadItems,
  stringOf,
  truthinessOf,
  UNDEFINED_VALUE,
  UNKNOWN_VALUE,
  type VariableScope
} from './values.ts'

type Evaluate = (engine: Engine, node: never, scope: VariableScope) => AbstractValue

/** Evaluates an expression, including all calls in it. */
export function evaluateExpression(engine: Engine, written: ts.Expression, scope: VariableScope): AbstractValue {
  const node = stripWrappers(written)
  if (!engine.step(node)) return UNKNOWN_VALUE
  const read = EVALUATORS[node.kind] as
    | ((engine: Engine, node: ts.Expression, scope: VariableScope) => AbstractValue)
    | undefined
  return read ? read(engine, node, scope) : evaluateParts(engine, node, scope)
}

/** Evaluates the parts of an unsupported expression, because they can contain calls. The value itself is unknown. */
function evaluateParts(engine: Engine, node: ts.Expression, scope: VariableScope): AbstractValue {
  ts.forEachChild(node, child => {
    if (ts.isExpression(child) && !ts.isIdentifier(child)) engine.evaluate(child, scope)
  })
  return {kind: 'unknown', node}
}

const EVALUATORS: Readonly<Partial<Record<ts.SyntaxKind, Evaluate>>> = {
  [ts.SyntaxKind.StringLiteral]: (_: Engine, {text}: ts.StringLiteral) => constantValue(text),
  [ts.SyntaxKind.NoSubstitutionTemplateLiteral]: (_: Engine, {text}: ts.NoSubstitutionTemplateLiteral) =>
    constantValue(text),
  [ts.SyntaxKind.NumericLiteral]: (_: Engine, {text}: ts.NumericLiteral) => constantValue(Number(text)),
  [ts.SyntaxKind.TrueKeyword]: () => constantValue(true),
  [ts.SyntaxKind.FalseKeyword]: () => constantValue(false),
  [ts.SyntaxKind.NullKeyword]: () => constantValue(null),
  [ts.SyntaxKind.VoidExpression]: (engine: Engine, {expression}: ts.VoidExpression, scope: VariableScope) => {
    engine.evaluate(expression, scope)
    return UNDEFINED_VALUE
  },
  [ts.SyntaxKind.RegularExpressionLiteral]: (_: Engine, {text}: ts.RegularExpressionLiteral) => ({
    kind: 'pattern',
    source: text
  }),
  [ts.SyntaxKind.ThisKeyword]: (_: Engine, __: ts.Node, scope: VariableScope) => scope.self ?? UNKNOWN_VALUE,
  [ts.SyntaxKind.Identifier]: identifier,
  [ts.SyntaxKind.TemplateExpression]: template,
  [ts.SyntaxKind.ArrowFunction]: (_: Engine, node: ts.ArrowFunction, scope: VariableScope) => ({
    kind: 'function',
    node,
    scope
  }),
  [ts.SyntaxKind.FunctionExpression]: (_: Engine, node: ts.FunctionExpression, scope: VariableScope) => ({
    kind: 'function',
    node,
    scope
  }),
  [ts.SyntaxKind.ClassExpression]: (engine: Engine, node: ts.ClassExpression, scope: VariableScope) =>
    createClassValue(engine, node, scope),
  [ts.SyntaxKind.ObjectLiteralExpression]: object,
  [ts.SyntaxKind.ArrayLiteralExpression]: (engine: Engine, node: ts.ArrayLiteralExpression, scope: VariableScope) =>
    evaluateList(engine, node.elements, scope),
  [ts.SyntaxKind.PropertyAccessExpression]: property,
  [ts.SyntaxKind.ElementAccessExpression]: element,
  [ts.SyntaxKind.ConditionalExpression]: conditional,
  [ts.SyntaxKind.BinaryExpression]: evaluateBinary,
  [ts.SyntaxKind.PrefixUnaryExpression]: evaluatePrefix,
  [ts.SyntaxKind.DeleteExpression]: evaluateDelete,
  [ts.SyntaxKind.CallExpression]: call,
  [ts.SyntaxKind.NewExpression]: newInstance,
  [ts.SyntaxKind.YieldExpression]: (engine: Engine, {expression}: ts.YieldExpression, scope: VariableScope) =>
    expression ? engine.evaluate(expression, scope) : UNKNOWN_VALUE
} as Readonly<Partial<Record<ts.SyntaxKind, Evaluate>>>

function identifier(engine: Engine, node: ts.Identifier, scope: VariableScope): AbstractValue {
  if (node.text === 'undefined') return UNDEFINED_VALUE
  const symbol = engine.symbolOf(node)
  const file = node.getSourceFile()
  if (node.text === '__filename' && isCommonJsGlobal(symbol)) return constantValue(engine.files.pathOf(file))
  if (node.text === '__dirname' && isCommonJsGlobal(symbol))
    return constantValue(posix.dirname(engine.files.pathOf(file)))
  if (node.text === 'module' && isCommonJsGlobal(symbol)) {
    return nativeValue({get: name => (name === 'exports' ? engine.commonJsExports(file) : UNKNOWN_VALUE)})
  }
  if (node.text === 'exports' && isCommonJsGlobal(symbol)) return engine.commonJsExports(file)
  return symbol ? engine.valueOf(symbol, scope) : engine.externalValue('', [node.text])
}

function template(engine: Engine, node: ts.TemplateExpression, scope: VariableScope): AbstractValue {
  return node.templateSpans.reduce<AbstractValue>(
    (sum, {expression, literal}) =>
      concatValues(concatValues(sum, engine.evaluate(expression, scope)), constantValue(literal.text)),
    constantValue(node.head.text)
  )
}

function object(engine: Engine, node: ts.ObjectLiteralExpression, scope: VariableScope): AbstractValue {
  const made: ObjectValue = {kind: 'object', fields: new Map(), isOpen: false, node}
  for (const each of node.properties) {
    if (ts.isSpreadAssignment(each)) {
      const spread = engine.evaluate(each.expression, scope)
      if (spread.kind === 'object' && engine.step(each, spread.fields.size))
        for (const [key, value] of spread.fields) setField(made, key, value, spread.uncertain?.has(key) === true)
      if (spread.kind !== 'constant' && (spread.kind !== 'object' || spread.isOpen)) made.isOpen = true
      continue
    }
    const name = ts.isComputedPropertyName(each.name)
      ? stringOf(engine.evaluate(each.name.expression, scope))
      : propertyNameOf(each.name)
    if (name === undefined) made.isOpen = true
    else if (ts.isPropertyAssignment(each)) made.fields.set(name, engine.evaluate(each.initializer, scope))
    else if (ts.isShorthandPropertyAssignment(each)) made.fields.set(name, engine.evaluate(each.name, scope))
    else if (ts.isMethodDeclaration(each)) made.fields.set(name, {kind: 'function', node: each, scope, self: made})
    else if (ts.isGetAccessor(each))
      made.fields.set(name, engine.invoke({kind: 'function', node: each, scope, self: made}, []))
  }
  return made
}

function evaluateList(engine: Engine, elements: readonly ts.Expression[], scope: VariableScope) {
  let isOpen = false
  const items = elements.flatMap((each): readonly AbstractValue[] => {
    if (ts.isOmittedExpression(each)) return [UNDEFINED_VALUE]
    if (!ts.isSpreadElement(each)) return [engine.evaluate(each, scope)]
    const value = engine.evaluate(each.expression, scope)
    // The position of arguments counts, so that only a known list fills them.
    const spread = value.kind === 'list' || ts.isArrayLiteralExpression(each.parent) ? spreadItems(value) : OPEN_SPREAD
    if (spread.isOpen) isOpen = true
    return engine.step(each, spread.items.length) ? spread.items : []
  })
  return listValue(items, isOpen)
}

const OPEN_SPREAD = {items: [], isOpen: true}

function property(engine: Engine, node: ts.PropertyAccessExpression, scope: VariableScope): AbstractValue {
  const {expression, name} = node
  if (expression.kind === ts.SyntaxKind.SuperKeyword) {
    const {self = UNKNOWN_VALUE, within} = scope
    return within?.base?.kind === 'class'
      ? (engine.memberOf(within.base, name.text, self, false) ?? UNKNOWN_VALUE)
      : UNKNOWN_VALUE
  }
  if (ts.isMetaProperty(expression)) {
    const path = engine.files.pathOf(node.getSourceFile())
    const known: Readonly<Record<string, string>> = {
      url: `file://${path}`,
      filename: path,
      dirname: posix.dirname(path)
    }
    if (name.text === 'glob') return engine.externalValue('', ['import', 'meta', 'glob'])
    const text = Object.hasOwn(known, name.text) ? known[name.text] : undefined
    return text === undefined ? {kind: 'unknown', node} : constantValue(text)
  }
  const value = engine.get(engine.evaluate(expression, scope), name.text, node)
  return resolveEnumMember(engine, node, value)
}

/** Resolves a member of an enum that a package declares. Its value is known only to the type checker. */
function resolveEnumMember(
  engine: Engine,
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  value: AbstractValue
): AbstractValue {
  if (value.kind !== 'external' && value.kind !== 'unknown') return value
  const known = engine.checker.getConstantValue(node)
  return known === undefined ? value : constantValue(known)
}

function element(engine: Engine, node: ts.ElementAccessExpression, scope: VariableScope): AbstractValue {
  const value = engine.evaluate(node.expression, scope)
  const keys = possibleValuesOf(engine.evaluate(node.argumentExpression, scope))
  const parts = keys.map((key): AbstractValue => {
    if (key.kind !== 'constant') return computedProperty(engine, value, node)
    if (value.kind === 'list' && typeof key.value === 'number') return value.items[key.value] ?? UNKNOWN_VALUE
    return resolveEnumMember(engine, node, engine.get(value, String(key.value), node))
  })
  return engine.oneOf(parts, node)
}

/** Property of a value under a computed name that isn't known. */
function computedProperty(engine: Engine, value: AbstractValue, node: ts.Node): AbstractValue {
  const parts = possibleValuesOf(value).flatMap(each =>
    each.kind === 'native' && each.unnamed ? [each.unnamed()] : []
  )
  return parts.length === 0 ? {kind: 'unknown', node} : engine.oneOf(parts, node)
}

function conditional(
  engine: Engine,
  {condition, whenTrue, whenFalse}: ts.ConditionalExpression,
  scope: VariableScope
): AbstractValue {
  const holds = truthinessOf(engine.evaluate(condition, scope))
  if (holds !== undefined) return engine.evaluate(holds ? whenTrue : whenFalse, scope)
  engine.conditionalDepth++
  const both = [engine.evaluate(whenTrue, scope), engine.evaluate(whenFalse, scope)]
  engine.conditionalDepth--
  return engine.oneOf(both, whenTrue)
}

const IMPORT_HELPERS: ReadonlySet<string> = new Set(['__importStar', '__toESM', '_interop_require_wildcard'])

function call(engine: Engine, node: ts.CallExpression, scope: VariableScope): AbstractValue {
  const callee = stripWrappers(node.expression)
  const [first] = node.arguments
  const module = first && loadedModule(engine, node, first, scope)
  if (module) return module
  if (callee.kind === ts.SyntaxKind.SuperKeyword) return constructBase(engine, node, scope)
  // Helpers that compilers put around an import return the module itself.
  if (first && ts.isIdentifier(callee) && IMPORT_HELPERS.has(callee.text)) return engine.evaluate(first, scope)
  const called = engine.evaluate(callee, scope)
  const args = evaluateList(engine, node.arguments, scope).items
  const name = called.kind === 'external' && called.module === '' ? called.path.join('.') : ''
  if (name === 'process.cwd') return constantValue(engine.files.workingFolder(node.getSourceFile()))
  // Webpack's view of a folder is a function that loads its files.
  if (name === 'require.context') return {kind: 'unknown', node, from: COMPUTED_MODULE}
  engine.argumentsByCall.set(node, args)
  if (name === 'Reflect.apply') {
    const [applied = UNKNOWN_VALUE, self, list] = args
    return engine.apply(applied, argumentItems(list), node, self)
  }
  return engine.apply(called, args, node)
}

/** The module that `import(…)` or `require(…)` loads; `undefined` for another call. */
function loadedModule(
  engine: Engine,
  node: ts.CallExpression,
  first: ts.Expression,
  scope: VariableScope
): AbstractValue | undefined {
  const callee = stripWrappers(node.expression)
  const isImport = callee.kind === ts.SyntaxKind.ImportKeyword
  if (!isImport && !(ts.isIdentifier(callee) && callee.text === 'require')) return undefined
  const file = engine.imports.fileOf(first)
  if (file) return isImport ? engine.exportsOf(file) : requireFile(engine, file)
  // The compiler doesn't follow `require` in files of TypeScript.
  const isOfFile = ts.isStringLiteralLike(first) && /^\.\.?(?:\/|$)/.test(first.text)
  const loaded = isOfFile && isLoader(engine, callee) ? findFile(engine, node, first.text) : undefined
  if (loaded) return isImport ? engine.exportsOf(loaded) : requireFile(engine, loaded)
  if (ts.isStringLiteralLike(first)) return engine.externalValue(first.text, isImport ? [] : ['default'])
  return isLoader(engine, callee) ? loadComputed(engine, node, engine.evaluate(first, scope)) : undefined
}

/** Calls the constructor of the base class: `super(…)`. */
function constructBase(engine: Engine, node: ts.CallExpression, scope: VariableScope): AbstractValue {
  const args = evaluateList(engine, node.arguments, scope).items
  const {self, within} = scope
  if (within?.base?.kind === 'class' && self?.kind === 'object') engine.construct(within.base, self, args)
  else if (within?.base) engine.apply(UNKNOWN_VALUE, args, node)
  return UNDEFINED_VALUE
}

/** Whether a callee is `import` or the `require` of the platform, and not a function of that name. */
function isLoader(engine: Engine, callee: ts.Expression): boolean {
  if (!ts.isIdentifier(callee)) return true
  const declaration = engine.symbolOf(callee)?.valueDeclaration
  return !declaration || declaration.getSourceFile().isDeclarationFile || ts.isVariableDeclaration(declaration)
}

/** The file of the program that a path leads to from the file of a call. */
const findFile = (engine: Engine, call: ts.Node, path: string): ts.SourceFile | undefined =>
  engine.files.find(posix.resolve(posix.dirname(engine.files.pathOf(call.getSourceFile())), path))

/** A module whose name is computed: a file of the program if the name can be followed. */
function loadComputed(engine: Engine, node: ts.CallExpression, name: AbstractValue): AbstractValue {
  const isImport = stripWrappers(node.expression).kind === ts.SyntaxKind.ImportKeyword
  const load = (each: AbstractValue): AbstractValue => {
    const text = stringOf(each)?.replace(/^file:\/\//, '')
    if (text !== undefined && isPackageSpecifier(text)) return engine.externalValue(text, isImport ? [] : ['default'])
    const file = text === undefined ? undefined : findFile(engine, node, text)
    if (!file) return {kind: 'unknown', node, from: COMPUTED_MODULE}
    return isImport ? engine.exportsOf(file) : requireFile(engine, file)
  }
  return engine.oneOf(possibleValuesOf(name).map(load), node)
}

/** Result of `require`: `module.exports` for a CommonJS file, otherwise all exports of the ES module. */
function requireFile(engine: Engine, file: ts.SourceFile): AbstractValue {
  const common = engine.commonJsExports(file)
  return common.kind === 'object' && common.fields.size === 0 ? engine.exportsOf(file) : common
}

function newInstance(engine: Engine, node: ts.NewExpression, scope: VariableScope): AbstractValue {
  const of = engine.evaluate(node.expression, scope)
  const {items} = evaluateList(engine, node.arguments ?? [], scope)
  engine.argumentsByCall.set(node, items)
  if (of.kind === 'class') return engine.instantiate(of, items, node)
  if (of.kind === 'native') return of.call?.({node, args: items, isNew: true}) ?? UNKNOWN_VALUE
  return engine.apply(of.kind === 'function' ? UNKNOWN_VALUE : of, items, node)
}
