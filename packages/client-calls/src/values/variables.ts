import type ts from 'typescript'
import type {FileContext} from '../file-context.ts'
import {combineAlternatives} from './alternatives.ts'
import {type Binding, evaluateElement} from './bindings.ts'
import {concatParts, nullishFallback} from './map-deferred.ts'
import {replaceUrlPath} from './url-values.ts'
import {ABSENT_VALUE, LazyValue, type StaticValue, unresolvedValue} from './value.ts'

type Declared = Extract<Binding, {kind: 'variable' | 'param' | 'element'}>

/** Values of the variables and parameters of one file, including later assignments. */
export class Variables {
  readonly #read: FileContext
  readonly #known = new Map<ts.Node, LazyValue<StaticValue>>()

  constructor(read: FileContext) {
    this.#read = read
  }

  valueOf(binding: Declared): StaticValue {
    const {node} = binding
    const known = this.#known.get(node)
    if (known) return known.get()
    const name = this.#read.ts.isIdentifier(node.name) ? node.name.text : '…'
    const lazy = new LazyValue<StaticValue>(() => this.#compute(binding, name), unresolvedValue(name))
    this.#known.set(node, lazy)
    return lazy.get()
  }

  #compute({kind, node, holder: scope}: Declared, name: string): StaticValue {
    const {ts} = this.#read
    if (kind === 'element') return evaluateElement(node, this.#read, () => this.#destructuredValue(node))
    if (kind === 'param') return this.#parameter(node)
    const {initializer, parent} = node
    if (!initializer) {
      const loop = parent.parent
      if (ts.isForOfStatement(loop)) return this.#loopValue(loop, name)
    }
    const first = initializer ? this.#read.evaluate(initializer) : ABSENT_VALUE
    const isConstant = ts.isVariableDeclarationList(parent) && (parent.flags & ts.NodeFlags.Const) !== 0
    if (isConstant) return this.#withAssignedPath(first, initializer, name, scope)
    return this.#possibleValues(first, node, name, scope)
  }

  #loopValue({expression}: ts.ForOfStatement, name: string): StaticValue {
    const list = this.#read.evaluate(expression)
    return list.kind === 'list' && list.items.length > 0 ? combineAlternatives(list.items) : unresolvedValue(name)
  }

  /** The variable or parameter that an element is destructured from. */
  #destructuredValue(element: ts.BindingElement): StaticValue {
    const source = element.parent.parent
    const {ts} = this.#read
    if (ts.isBindingElement(source)) return evaluateElement(source, this.#read, () => this.#destructuredValue(source))
    if (ts.isParameter(source)) return this.#parameter(source)
    return source.initializer ? this.#read.evaluate(source.initializer) : unresolvedValue('…')
  }

  #parameter(node: ts.ParameterDeclaration): StaticValue {
    const {ts} = this.#read
    const owner = node.parent
    const parameters = owner.parameters.filter(({name}) => !ts.isIdentifier(name) || name.text !== 'this')
    const name = ts.isIdentifier(node.name) ? node.name.text : ''
    const param = {of: this.#read.functionOf(owner).id, index: parameters.indexOf(node), path: []}
    const argument = unresolvedValue(name, node.dotDotDotToken ? {...param, rest: true} : param)
    return node.initializer ? nullishFallback(argument, this.#read.evaluate(node.initializer)) : argument
  }

  /** Value of a `let` or `var` variable, with all of its assignments as alternatives. */
  #possibleValues(first: StaticValue, node: ts.VariableDeclaration, name: string, scope: ts.Node): StaticValue {
    const {ts} = this.#read
    let options: StaticValue[] = first.kind === 'absent' ? [] : [first]
    for (const {operator, value, isSure} of this.#assignments(node, name, scope)) {
      const right = this.#read.evaluate(value)
      const changed =
        operator === ts.SyntaxKind.PlusEqualsToken ? options.map(each => concatParts([each, right])) : [right]
      options = isSure ? changed : [...options, ...changed]
    }
    return options.length === 0 ? unresolvedValue(name) : combineAlternatives(options.slice(0, 8))
  }

  #assignments(node: ts.VariableDeclaration, name: string, scope: ts.Node) {
    const {ts} = this.#read
    const found: {operator: ts.SyntaxKind; value: ts.Expression; isSure: boolean}[] = []
    const block = node.parent.parent.parent
    const visit = (at: ts.Node): void => {
      if (ts.isBinaryExpression(at) && ts.isIdentifier(at.left) && at.left.text === name) {
        const operator = at.operatorToken.kind
        const isSure = ts.isExpressionStatement(at.parent) && at.parent.parent === block
        if (this.#isAssignment(operator)) found.push({operator, value: at.right, isSure})
      }
      ts.forEachChild(at, visit)
    }
    visit(scope)
    return found
  }

  #isAssignment(operator: ts.SyntaxKind): boolean {
    const {SyntaxKind} = this.#read.ts
    return operator === SyntaxKind.EqualsToken || operator === SyntaxKind.PlusEqualsToken
  }

  /** A `pathname` assigned to a URL after its creation. */
  #withAssignedPath(
    first: StaticValue,
    initializer: ts.Expression | undefined,
    name: string,
    scope: ts.Node
  ): StaticValue {
    const {ts} = this.#read
    if (!initializer || !ts.isNewExpression(initializer) || initializer.expression.getText() !== 'URL') return first
    let value = first
    const visit = (at: ts.Node): void => {
      if (
        ts.isBinaryExpression(at) &&
        this.#isAssignment(at.operatorToken.kind) &&
        ts.isPropertyAccessExpression(at.left) &&
        at.left.name.text === 'pathname' &&
        ts.isIdentifier(at.left.expression) &&
        at.left.expression.text === name
      )
        value =
          at.operatorToken.kind === ts.SyntaxKind.EqualsToken
            ? replaceUrlPath(first, this.#read.evaluate(at.right))
            : concatParts([value, this.#read.evaluate(at.right)])
      ts.forEachChild(at, visit)
    }
    visit(scope)
    return value
  }
}
