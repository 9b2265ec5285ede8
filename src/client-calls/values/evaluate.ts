import type ts from 'typescript'
import type {Compiler, Reader} from '../file-context.ts'
import {choice, light, waysOf} from './alternatives.ts'
import {type Binding, Bindings} from './bindings.ts'
import {valueOfCall, valueOfNew} from './call-results.ts'
import {ClassReader} from './classes.ts'
import {nameOf, ownerOfThis, returnsOf} from './functions.ts'
import {Lazy} from './lazy.ts'
import {ANY_METHOD, clientOf} from './libraries.ts'
import {concat, orElse} from './map-deferred.ts'
import {memberOf, memberOfThis} from './members.ts'
import {partOfUrl} from './url-values.ts'
import {ABSENT, type ClassDef, type FunctionDef, literalOf, text, unknown, type Value} from './value.ts'
import {Variables} from './variables.ts'

/** Maximum nesting depth of evaluated expressions. */
const MAX_DEPTH = 60

/** Evaluates the expressions of one file statically, as far as possible without execution. */
export class Evaluator {
  readonly #read: Reader
  readonly #ts: Compiler
  readonly bindings: Bindings
  readonly #classes: ClassReader
  readonly #known = new Map<ts.Node, Value>()
  readonly #variables: Variables
  readonly #functions = new Map<ts.Node, FunctionDef>()
  readonly #newId: () => number
  #depth = 0

  constructor(read: Reader, newId: () => number) {
    this.#read = read
    this.#ts = read.ts
    this.#newId = newId
    this.bindings = new Bindings(read.ts)
    this.#classes = new ClassReader(read, newId)
    this.#variables = new Variables(read)
  }

  evaluate(node: ts.Expression): Value {
    const known = this.#known.get(node)
    if (known) return known
    if (this.#depth > MAX_DEPTH) return unknown('…')
    this.#depth++
    const value = light(this.#evaluate(node))
    this.#depth--
    if (isCached(node, this.#ts)) this.#known.set(node, value)
    return value
  }

  #evaluate(node: ts.Expression): Value {
    const {ts} = this.#read
    const {SyntaxKind} = ts
    switch (node.kind) {
      case SyntaxKind.StringLiteral:
      case SyntaxKind.NoSubstitutionTemplateLiteral:
      case SyntaxKind.NumericLiteral:
        return text((node as ts.StringLiteral).text)
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
        return choice([this.evaluate(whenTrue), this.evaluate(whenFalse)], condition.getText())
      }
      case SyntaxKind.CallExpression:
        return valueOfCall(node as ts.CallExpression, this.#read)
      case SyntaxKind.NewExpression:
        return valueOfNew(node as ts.NewExpression, this.#read)
      case SyntaxKind.ObjectLiteralExpression:
        return this.#object(node as ts.ObjectLiteralExpression)
      case SyntaxKind.ArrayLiteralExpression: {
        const {elements} = node as ts.ArrayLiteralExpression
        return elements.some(ts.isSpreadElement)
          ? unknown('…')
          : {kind: 'list', items: elements.map(each => this.evaluate(each))}
      }
      case SyntaxKind.ArrowFunction:
      case SyntaxKind.FunctionExpression:
        return {kind: 'function', def: this.functionOf(node as ts.ArrowFunction), given: new Map()}
      case SyntaxKind.ClassExpression:
        return {kind: 'class', def: this.#classes.defOf(node as ts.ClassExpression), given: new Map()}
      case SyntaxKind.NullKeyword:
        return ABSENT
      case SyntaxKind.MetaProperty:
        return unknown('import.meta')
      case SyntaxKind.ParenthesizedExpression:
      case SyntaxKind.AsExpression:
      case SyntaxKind.SatisfiesExpression:
      case SyntaxKind.NonNullExpression:
      case SyntaxKind.TypeAssertionExpression:
      case SyntaxKind.AwaitExpression:
      case SyntaxKind.ExpressionWithTypeArguments:
        return this.evaluate((node as ts.ParenthesizedExpression).expression)
      default:
        return unknown('…')
    }
  }

  functionOf(node: ts.SignatureDeclaration): FunctionDef {
    const known = this.#functions.get(node)
    if (known) return known
    const owner = this.#ts.isConstructorDeclaration(node) ? this.#classes.defOf(node.parent) : undefined
    const def: FunctionDef = {
      id: owner?.constructorId ?? this.#newId(),
      name: nameOf(node, this.#ts),
      returns: new Lazy<Value>(() => this.#returnedValue(node), unknown('…')),
      sites: new Lazy(() => this.#read.sitesOf(node), [])
    }
    this.#functions.set(node, def)
    return def
  }

  /** Value of a declaration. */
  declared(binding: Binding): Value {
    switch (binding.kind) {
      case 'import':
        return this.#read.imported(binding.from, binding.name)
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
        return unknown('…')
    }
  }

  #identifier(node: ts.Identifier): Value {
    if (node.text === 'undefined') return ABSENT
    const binding = this.bindings.find(node.text, node)
    return binding ? this.declared(binding) : {kind: 'package', name: '', path: [node.text]}
  }

  #this(node: ts.Node): Value {
    const owner = ownerOfThis(node, this.#ts)
    if (!owner) return unknown('this')
    if (this.#ts.isObjectLiteralExpression(owner)) return this.evaluate(owner)
    return this.#classes.selfOf(this.#classes.defOf(owner))
  }

  #member(expression: ts.Expression, name: string): Value {
    const {ts} = this.#read
    const {SyntaxKind} = ts
    if (expression.kind === SyntaxKind.ThisKeyword || expression.kind === SyntaxKind.SuperKeyword) {
      const owner = ownerOfThis(expression, ts)
      if (owner && ts.isClassLike(owner)) {
        const def: ClassDef = this.#classes.defOf(owner)
        const self = this.#classes.selfOf(def)
        const base = expression.kind === SyntaxKind.SuperKeyword ? def.base.get() : undefined
        if (base?.kind === 'class') return memberOfThis({...def, members: new Map()}, name, self)
        return memberOfThis(def, name, self)
      }
    }
    const value = this.evaluate(expression)
    // Properties of a URL, such as `pathname`, that are addresses too.
    const part = partOfUrl(value, name)
    if (part) return part
    return memberOf(value, name)
  }

  #element({expression, argumentExpression}: ts.ElementAccessExpression): Value {
    const key = this.evaluate(argumentExpression)
    const literal = key.kind === 'text' && key.pieces.length === 1 ? key.pieces[0] : undefined
    if (typeof literal === 'string') return this.#member(expression, literal)
    const value = this.evaluate(expression)
    // Any entry of a lookup table.
    if (value.kind === 'record' && value.spread.length === 0 && value.entries.size > 0)
      return choice([...value.entries.values()].map(each => each.get()))
    if (value.kind === 'list' && value.items.length > 0) return choice(value.items)
    const client = clientOf(value)
    if (client) return choice(waysOf(key).map(each => memberOf(client, literalOf(each.value) ?? ANY_METHOD)))
    return unknown(argumentExpression.getText())
  }

  #binary({left, operatorToken, right}: ts.BinaryExpression): Value {
    const {SyntaxKind} = this.#ts
    switch (operatorToken.kind) {
      case SyntaxKind.PlusToken:
        return concat([this.evaluate(left), this.evaluate(right)])
      case SyntaxKind.QuestionQuestionToken:
      case SyntaxKind.BarBarToken:
        return orElse(this.evaluate(left), this.evaluate(right))
      case SyntaxKind.AmpersandAmpersandToken:
      case SyntaxKind.CommaToken:
      case SyntaxKind.EqualsToken:
        return this.evaluate(right)
      default:
        return unknown('…')
    }
  }

  #template({head, templateSpans}: ts.TemplateExpression): Value {
    return concat([
      text(head.text),
      ...templateSpans.flatMap(({expression, literal}) => [this.#templatePart(expression), text(literal.text)])
    ])
  }

  /** Value of an expression in a template. An unknown value is named after its source text. */
  #templatePart(expression: ts.Expression): Value {
    const value = this.evaluate(expression)
    return value.kind === 'unknown' && value.name === '…' ? unknown(shorten(expression.getText())) : value
  }

  #tagged({tag, template}: ts.TaggedTemplateExpression): Value {
    if (/^(?:sql|gql|graphql|css|html|svg|keyframes|styled\b.*)$/.test(tag.getText())) return unknown('…')
    return this.evaluate(template)
  }

  #object(node: ts.ObjectLiteralExpression): Value {
    const {ts} = this.#read
    const entries = new Map<string, Lazy<Value>>()
    const spread: Value[] = []
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) {
        spread.unshift(this.evaluate(property.expression))
        continue
      }
      const name = this.#keyOf(property.name)
      if (name === undefined) continue
      entries.set(name, new Lazy(() => this.#entry(property), unknown(name)))
    }
    return {kind: 'record', entries, spread}
  }

  #entry(property: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>): Value {
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

  #enum({members}: ts.EnumDeclaration): Value {
    const entries = members.flatMap(({name, initializer}): [string, Lazy<Value>][] => {
      const key = this.#keyOf(name)
      const value = (): Value => (initializer ? this.evaluate(initializer) : unknown(key ?? '…'))
      return key === undefined ? [] : [[key, new Lazy<Value>(value, unknown(key))]]
    })
    return {kind: 'record', entries: new Map(entries), spread: []}
  }

  #returnedValue(node: ts.SignatureDeclaration): Value {
    const returns = returnsOf(node, this.#ts)
    if (!returns) return unknown('…')
    return returns.length === 0 ? ABSENT : choice(returns.map(each => this.evaluate(each)))
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
