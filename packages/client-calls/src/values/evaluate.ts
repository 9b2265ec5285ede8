import type ts from 'typescript'
import type {Compiler, FileContext} from '../file-context.ts'
import {combineAlternatives, expandAlternatives, limitWeight} from './alternatives.ts'
import {type Binding, Bindings} from './bindings.ts'
import {evaluateCall, evaluateNew} from './call-results.ts'
import {ClassReader} from './classes.ts'
import {ANY_METHOD, asClient} from './libraries.ts'
import {concatParts, nullishFallback} from './map-deferred.ts'
import {getMember, getMemberOfThis} from './members.ts'
import {getUrlProperty} from './url-values.ts'
import {
  ABSENT_VALUE,
  type ClassDef,
  type FunctionDef,
  LazyValue,
  literalOf,
  type StaticValue,
  stringValue,
  unresolvedValue
} from './value.ts'
import {Variables} from './variables.ts'

/** Maximum nesting depth of evaluated expressions. */
const MAX_DEPTH = 60

/** Evaluates the expressions of one file statically, as far as possible without execution. */
export class FileEvaluator {
  readonly #read: FileContext
  readonly #ts: Compiler
  readonly bindings: Bindings
  readonly #classes: ClassReader
  readonly #known = new Map<ts.Node, StaticValue>()
  readonly #variables: Variables
  readonly #functions = new Map<ts.Node, FunctionDef>()
  readonly #newId: () => number
  #depth = 0

  constructor(read: FileContext, newId: () => number) {
    this.#read = read
    this.#ts = read.ts
    this.#newId = newId
    this.bindings = new Bindings(read.ts)
    this.#classes = new ClassReader(read, newId)
    this.#variables = new Variables(read)
  }

  evaluate(node: ts.Expression): StaticValue {
    const known = this.#known.get(node)
    if (known) return known
    if (this.#depth > MAX_DEPTH) return unresolvedValue('…')
    this.#depth++
    const value = limitWeight(this.#evaluate(node))
    this.#depth--
    if (isCached(node, this.#ts)) this.#known.set(node, value)
    return value
  }

  #evaluate(node: ts.Expression): StaticValue {
    const {ts} = this.#read
    const {SyntaxKind} = ts
    switch (node.kind) {
      case SyntaxKind.StringLiteral:
      case SyntaxKind.NoSubstitutionTemplateLiteral:
      case SyntaxKind.NumericLiteral:
        return stringValue((node as ts.StringLiteral).text)
      case SyntaxKind.TemplateExpression:
        return this.#template(node as ts.TemplateExpression)
      case SyntaxKind.TaggedTemplateExpression:
        return this.#tagged(node as ts.TaggedTemplateExpression)
      case SyntaxKind.Identifier:
        return this.#identifier(node as ts.Identifier)
      case SyntaxKind.ThisKeyword:
        return this.#this(node)
      case SyntaxKind.PropertyAccessExpression: {
        const {expression, name} = node as ts.PropertyAccessExpression
        return this.#member(expression, name.text)
      }
      case SyntaxKind.ElementAccessExpression:
        return this.#element(node as ts.ElementAccessExpression)
      case SyntaxKind.BinaryExpression:
        return this.#binary(node as ts.BinaryExpression)
      case SyntaxKind.ConditionalExpression: {
        const {condition, whenTrue, whenFalse} = node as ts.ConditionalExpression
        return combineAlternatives([this.evaluate(whenTrue), this.evaluate(whenFalse)], condition.getText())
      }
      case SyntaxKind.CallExpression:
        return evaluateCall(node as ts.CallExpression, this.#read)
      case SyntaxKind.NewExpression:
        return evaluateNew(node as ts.NewExpression, this.#read)
      case SyntaxKind.ObjectLiteralExpression:
        return this.#object(node as ts.ObjectLiteralExpression)
      case SyntaxKind.ArrayLiteralExpression: {
        const {elements} = node as ts.ArrayLiteralExpression
        return elements.some(ts.isSpreadElement)
          ? unresolvedValue('…')
          : {kind: 'list', items: elements.map(each => this.evaluate(each))}
      }
      case SyntaxKind.ArrowFunction:
      case SyntaxKind.FunctionExpression:
        return {kind: 'function', def: this.functionOf(node as ts.ArrowFunction), given: new Map()}
      case SyntaxKind.ClassExpression:
        return {kind: 'class', def: this.#classes.defOf(node as ts.ClassExpression), given: new Map()}
      case SyntaxKind.NullKeyword:
        return ABSENT_VALUE
      case SyntaxKind.MetaProperty:
        return unresolvedValue('import.meta')
      case SyntaxKind.ParenthesizedExpression:
      case SyntaxKind.AsExpression:
      case SyntaxKind.SatisfiesExpression:
      case SyntaxKind.NonNullExpression:
      case SyntaxKind.TypeAssertionExpression:
      case SyntaxKind.AwaitExpression:
      case SyntaxKind.ExpressionWithTypeArguments:
        return this.evaluate((node as ts.ParenthesizedExpression).expression)
      default:
        return unresolvedValue('…')
    }
  }

  functionOf(node: ts.SignatureDeclaration): FunctionDef {
    const known = this.#functions.get(node)
    if (known) return known
    const owner = this.#ts.isConstructorDeclaration(node) ? this.#classes.defOf(node.parent) : undefined
    const def: FunctionDef = {
      id: owner?.constructorId ?? this.#newId(),
      name: functionNameOf(node, this.#ts),
      returns: new LazyValue<StaticValue>(() => this.#returnedValue(node), unresolvedValue('…')),
      sites: new LazyValue(() => this.#read.requestSitesOf(node), [])
    }
    this.#functions.set(node, def)
    return def
  }

  /** Value of a declaration. */
  evaluateBinding(binding: Binding): StaticValue {
    switch (binding.kind) {
      case 'import':
        return this.#read.importedValue(binding.from, binding.name)
      case 'function':
        return {kind: 'function', def: this.functionOf(binding.node), given: new Map()}
      case 'class':
        return {kind: 'class', def: this.#classes.defOf(binding.node), given: new Map()}
      case 'enum':
        return this.#enum(binding.node)
      case 'variable':
      case 'param':
      case 'element':
        return this.#variables.valueOf(binding)
      case 'other':
        return unresolvedValue('…')
    }
  }

  #identifier(node: ts.Identifier): StaticValue {
    if (node.text === 'undefined') return ABSENT_VALUE
    const binding = this.bindings.find(node.text, node)
    return binding ? this.evaluateBinding(binding) : {kind: 'package', name: '', path: [node.text]}
  }

  #this(node: ts.Node): StaticValue {
    const owner = findThisOwner(node, this.#ts)
    if (!owner) return unresolvedValue('this')
    if (this.#ts.isObjectLiteralExpression(owner)) return this.evaluate(owner)
    return this.#classes.selfOf(this.#classes.defOf(owner))
  }

  #member(expression: ts.Expression, name: string): StaticValue {
    const {ts} = this.#read
    const {SyntaxKind} = ts
    if (expression.kind === SyntaxKind.ThisKeyword || expression.kind === SyntaxKind.SuperKeyword) {
      const owner = findThisOwner(expression, ts)
      if (owner && ts.isClassLike(owner)) {
        const def: ClassDef = this.#classes.defOf(owner)
        const self = this.#classes.selfOf(def)
        const base = expression.kind === SyntaxKind.SuperKeyword ? def.base.get() : undefined
        if (base?.kind === 'class') return getMemberOfThis({...def, members: new Map()}, name, self)
        return getMemberOfThis(def, name, self)
      }
    }
    const value = this.evaluate(expression)
    // Some properties of a URL, such as `pathname`, are addresses, too.
    const part = getUrlProperty(value, name)
    if (part) return part
    return getMember(value, name)
  }

  #element({expression, argumentExpression}: ts.ElementAccessExpression): StaticValue {
    const key = this.evaluate(argumentExpression)
    const literal = key.kind === 'text' && key.pieces.length === 1 ? key.pieces[0] : undefined
    if (typeof literal === 'string') return this.#member(expression, literal)
    const value = this.evaluate(expression)
    // An unknown key can select any entry of a lookup table.
    if (value.kind === 'record' && value.spread.length === 0 && value.entries.size > 0)
      return combineAlternatives([...value.entries.values()].map(each => each.get()))
    if (value.kind === 'list' && value.items.length > 0) return combineAlternatives(value.items)
    const client = asClient(value)
    if (client)
      return combineAlternatives(
        expandAlternatives(key).map(each => getMember(client, literalOf(each.value) ?? ANY_METHOD))
      )
    return unresolvedValue(argumentExpression.getText())
  }

  #binary({left, operatorToken, right}: ts.BinaryExpression): StaticValue {
    const {SyntaxKind} = this.#ts
    switch (operatorToken.kind) {
      case SyntaxKind.PlusToken:
        return concatParts([this.evaluate(left), this.evaluate(right)])
      case SyntaxKind.QuestionQuestionToken:
      case SyntaxKind.BarBarToken:
        return nullishFallback(this.evaluate(left), this.evaluate(right))
      case SyntaxKind.AmpersandAmpersandToken:
      case SyntaxKind.CommaToken:
      case SyntaxKind.EqualsToken:
        return this.evaluate(right)
      default:
        return unresolvedValue('…')
    }
  }

  #template({head, templateSpans}: ts.TemplateExpression): StaticValue {
    return concatParts([
      stringValue(head.text),
      ...templateSpans.flatMap(({expression, literal}) => [this.#templatePart(expression), stringValue(literal.text)])
    ])
  }

  /** Value of an expression in a template. An unknown value is named after its source text. */
  #templatePart(expression: ts.Expression): StaticValue {
    const value = this.evaluate(expression)
    return value.kind === 'unknown' && value.name === '…' ? unresolvedValue(shorten(expression.getText())) : value
  }

  #tagged({tag, template}: ts.TaggedTemplateExpression): StaticValue {
    if (/^(?:sql|gql|graphql|css|html|svg|keyframes|styled\b.*)$/.test(tag.getText())) return unresolvedValue('…')
    return this.evaluate(template)
  }

  #object(node: ts.ObjectLiteralExpression): StaticValue {
    const {ts} = this.#read
    const entries = new Map<string, LazyValue<StaticValue>>()
    const spread: StaticValue[] = []
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) {
        spread.unshift(this.evaluate(property.expression))
        continue
      }
      const name = this.#keyOf(property.name)
      if (name === undefined) continue
      entries.set(name, new LazyValue(() => this.#entry(property), unresolvedValue(name)))
    }
    return {kind: 'record', entries, spread}
  }

  #entry(property: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>): StaticValue {
    const {ts} = this.#read
    if (ts.isPropertyAssignment(property)) return this.evaluate(property.initializer)
    if (ts.isShorthandPropertyAssignment(property)) return this.#identifier(property.name)
    const def = this.functionOf(property)
    return ts.isGetAccessor(property) ? def.returns.get() : {kind: 'function', def, given: new Map()}
  }

  #keyOf(name: ts.PropertyName): string | undefined {
    const {ts} = this.#read
    if (!ts.isComputedPropertyName(name)) return name.text
    const key = this.evaluate(name.expression)
    const [only, ...more] = key.kind === 'text' ? key.pieces : []
    return typeof only === 'string' && more.length === 0 ? only : undefined
  }

  #enum({members}: ts.EnumDeclaration): StaticValue {
    const entries = members.flatMap(({name, initializer}): [string, LazyValue<StaticValue>][] => {
      const key = this.#keyOf(name)
      const value = (): StaticValue => (initializer ? this.evaluate(initializer) : unresolvedValue(key ?? '…'))
      return key === undefined ? [] : [[key, new LazyValue<StaticValue>(value, unresolvedValue(key))]]
    })
    return {kind: 'record', entries: new Map(entries), spread: []}
  }

  #returnedValue(node: ts.SignatureDeclaration): StaticValue {
    const returns = findReturns(node, this.#ts)
    if (!returns) return unresolvedValue('…')
    return returns.length === 0 ? ABSENT_VALUE : combineAlternatives(returns.map(each => this.evaluate(each)))
  }
}

/** Whether the value of a node is cached. Other kinds of nodes are as fast to evaluate as to look up. */
const isCached = ({kind}: ts.Node, {SyntaxKind}: Compiler): boolean =>
  kind === SyntaxKind.ObjectLiteralExpression ||
  kind === SyntaxKind.CallExpression ||
  kind === SyntaxKind.NewExpression ||
  kind === SyntaxKind.ConditionalExpression ||
  kind === SyntaxKind.TemplateExpression ||
  kind === SyntaxKind.ArrayLiteralExpression

const shorten = (words: string): string =>
  (words.length > 40 ? `${words.slice(0, 39)}…` : words).replaceAll(/\s+/g, ' ')

/** The class or object literal that `this` refers to at a node. `undefined` if it can't be determined. */
function findThisOwner(node: ts.Node, ts: Compiler): ts.ClassLikeDeclaration | ts.ObjectLiteralExpression | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isClassLike(at)) return at
    if (ts.isFunctionDeclaration(at)) return undefined
    if (ts.isMethodDeclaration(at) || ts.isAccessor(at)) {
      if (ts.isObjectLiteralExpression(at.parent) || ts.isClassLike(at.parent)) return at.parent
    } else if (ts.isFunctionExpression(at)) return ts.isPropertyAssignment(at.parent) ? at.parent.parent : undefined
  }
  return undefined
}

/** Name of a function, or of the variable that holds it. */
function functionNameOf(node: ts.SignatureDeclaration, ts: Compiler): string {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
  return named && ts.isIdentifier(named) ? named.text : '…'
}

/** Returned expressions of a function, without those of nested functions. `undefined` if it has no body. */
function findReturns(node: ts.SignatureDeclaration, ts: Compiler): readonly ts.Expression[] | undefined {
  const {body} = node as ts.FunctionLikeDeclaration
  if (!body) return undefined
  if (!ts.isBlock(body)) return [body]
  const found: ts.Expression[] = []
  const visit = (at: ts.Node): void => {
    if (ts.isFunctionLike(at) || ts.isClassLike(at)) return
    if (ts.isReturnStatement(at) && at.expression) found.push(at.expression)
    else ts.forEachChild(at, visit)
  }
  ts.forEachChild(body, visit)
  return found
}
