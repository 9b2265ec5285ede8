import type ts from 'typescript'
import type {Compiler, FileContext} from '../file-context.ts'
import {nullishFallback} from './map-deferred.ts'
import {ABSENT_VALUE, type ClassDef, LazyValue, type Member, type StaticValue, unresolvedValue} from './value.ts'

/** Reads the members of classes, in terms of `this` and the constructor parameters. */
export class ClassReader {
  readonly #read: FileContext
  readonly #ts: Compiler
  readonly #newId: () => number
  readonly #known = new Map<ts.Node, ClassDef>()

  constructor(read: FileContext, newId: () => number) {
    this.#read = read
    this.#ts = read.ts
    this.#newId = newId
  }

  /** `this` inside the class, as a parameter. */
  selfOf({id}: ClassDef): StaticValue {
    return unresolvedValue('this', {of: id, index: 0, path: []})
  }

  defOf(node: ts.ClassLikeDeclaration): ClassDef {
    const known = this.#known.get(node)
    if (known) return known
    const members = new Map<string, Member>()
    const statics = new Map<string, LazyValue<StaticValue>>()
    const extended = node.heritageClauses?.find(({token}) => token === this.#ts.SyntaxKind.ExtendsKeyword)?.types[0]
    const made = node.members.find(
      (each): each is ts.ConstructorDeclaration => this.#ts.isConstructorDeclaration(each) && each.body !== undefined
    )
    const constructorId = this.#newId()
    const def: ClassDef = {
      id: this.#newId(),
      name: node.name?.text ?? '…',
      constructorId,
      members,
      statics,
      base: new LazyValue<StaticValue>(
        () => (extended ? this.#read.evaluate(extended.expression) : ABSENT_VALUE),
        ABSENT_VALUE
      ),
      superArgs: new LazyValue<readonly StaticValue[]>(() => this.#superArgs(made, constructorId), [])
    }
    this.#known.set(node, def)
    for (const member of node.members) this.#add(member, members, statics)
    if (made) this.#addConstructorMembers(made, def, members)
    return def
  }

  #add(member: ts.ClassElement, members: Map<string, Member>, statics: Map<string, LazyValue<StaticValue>>): void {
    const name = member.name && 'text' in member.name ? member.name.text : undefined
    if (name === undefined) return
    const value = this.#valueOf(member, name)
    if (!value) return
    const modifiers = this.#ts.canHaveModifiers(member) ? (this.#ts.getModifiers(member) ?? []) : []
    if (modifiers.some(({kind}) => kind === this.#ts.SyntaxKind.StaticKeyword)) statics.set(name, value)
    else members.set(name, {value, dependsOnConstructor: false})
  }

  #valueOf(member: ts.ClassElement, name: string): LazyValue<StaticValue> | undefined {
    const {ts} = this.#read
    if (ts.isPropertyDeclaration(member)) {
      const {initializer} = member
      return initializer && new LazyValue<StaticValue>(() => this.#read.evaluate(initializer), unresolvedValue(name))
    }
    if (ts.isGetAccessor(member))
      return new LazyValue<StaticValue>(() => this.#read.functionOf(member).returns.get(), unresolvedValue(name))
    if (!ts.isMethodDeclaration(member) || !member.body) return undefined
    return new LazyValue<StaticValue>(
      () => ({kind: 'function', def: this.#read.functionOf(member), given: new Map()}),
      unresolvedValue(name)
    )
  }

  /** Adds parameter properties and fields that the constructor assigns. */
  #addConstructorMembers(
    node: ts.ConstructorDeclaration,
    {constructorId}: ClassDef,
    members: Map<string, Member>
  ): void {
    const {ts} = this.#read
    for (const [index, {name, initializer, modifiers}] of node.parameters.entries()) {
      if (!modifiers || !ts.isIdentifier(name)) continue
      const argument = unresolvedValue(name.text, {of: constructorId, index, path: []})
      const value = (): StaticValue =>
        initializer ? nullishFallback(argument, this.#read.evaluate(initializer)) : argument
      members.set(name.text, {value: new LazyValue<StaticValue>(value, argument), dependsOnConstructor: true})
    }
    for (const statement of node.body?.statements ?? []) {
      if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue
      const {left, operatorToken, right} = statement.expression
      if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(left)) continue
      if (left.expression.kind !== ts.SyntaxKind.ThisKeyword) continue
      const name = left.name.text
      members.set(name, {
        value: new LazyValue<StaticValue>(() => this.#read.evaluate(right), unresolvedValue(name)),
        dependsOnConstructor: true
      })
    }
  }

  /** Arguments of the `super` call. A class without a constructor passes on its own arguments. */
  #superArgs(node: ts.ConstructorDeclaration | undefined, constructorId: number): StaticValue[] {
    const {ts} = this.#read
    if (!node) return [0, 1, 2, 3, 4, 5].map(index => unresolvedValue('…', {of: constructorId, index, path: []}))
    for (const statement of node.body?.statements ?? []) {
      const call = ts.isExpressionStatement(statement) ? statement.expression : undefined
      if (call && ts.isCallExpression(call) && call.expression.kind === ts.SyntaxKind.SuperKeyword)
        return call.arguments.map(each => this.#read.evaluate(each))
    }
    return []
  }
}
