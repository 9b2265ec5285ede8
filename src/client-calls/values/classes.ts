import type ts from 'typescript'
import type {Compiler, Reader} from '../file-context.ts'
import {Lazy} from './lazy.ts'
import {orElse} from './map-deferred.ts'
import {ABSENT, type ClassDef, type Member, unknown, type Value} from './value.ts'

/** Reads the members of classes, in terms of `this` and the constructor parameters. */
export class ClassReader {
  readonly #read: Reader
  readonly #ts: Compiler
  readonly #newId: () => number
  readonly #known = new Map<ts.Node, ClassDef>()

  constructor(read: Reader, newId: () => number) {
    this.#read = read
    this.#ts = read.ts
    this.#newId = newId
  }

  /** `this` inside the class, as a parameter. */
  selfOf({id}: ClassDef): Value {
    return unknown('this', {of: id, index: 0, path: []})
  }

  defOf(node: ts.ClassLikeDeclaration): ClassDef {
    const known = this.#known.get(node)
    if (known) return known
    const members = new Map<string, Member>()
    const statics = new Map<string, Lazy<Value>>()
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
      base: new Lazy<Value>(() => (extended ? this.#read.evaluate(extended.expression) : ABSENT), ABSENT),
      superArgs: new Lazy<readonly Value[]>(() => this.#superArgs(made, constructorId), [])
    }
    this.#known.set(node, def)
    for (const member of node.members) this.#add(member, members, statics)
    if (made) this.#addConstructorMembers(made, def, members)
    return def
  }

  #add(member: ts.ClassElement, members: Map<string, Member>, statics: Map<string, Lazy<Value>>): void {
    const name = member.name && 'text' in member.name ? member.name.text : undefined
    if (name === undefined) return
    const value = this.#valueOf(member, name)
    if (!value) return
    const modifiers = this.#ts.canHaveModifiers(member) ? (this.#ts.getModifiers(member) ?? []) : []
    if (modifiers.some(({kind}) => kind === this.#ts.SyntaxKind.StaticKeyword)) statics.set(name, value)
    else members.set(name, {value, isMade: false})
  }

  #valueOf(member: ts.ClassElement, name: string): Lazy<Value> | undefined {
    const {ts} = this.#read
    if (ts.isPropertyDeclaration(member)) {
      const {initializer} = member
      return initializer && new Lazy<Value>(() => this.#read.evaluate(initializer), unknown(name))
    }
    if (ts.isGetAccessor(member))
      return new Lazy<Value>(() => this.#read.functionOf(member).returns.get(), unknown(name))
    if (!ts.isMethodDeclaration(member) || !member.body) return undefined
    return new Lazy<Value>(
      () => ({kind: 'function', def: this.#read.functionOf(member), given: new Map()}),
      unknown(name)
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
      const argument = unknown(name.text, {of: constructorId, index, path: []})
      const value = (): Value => (initializer ? orElse(argument, this.#read.evaluate(initializer)) : argument)
      members.set(name.text, {value: new Lazy<Value>(value, argument), isMade: true})
    }
    for (const statement of node.body?.statements ?? []) {
      if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue
      const {left, operatorToken, right} = statement.expression
      if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(left)) continue
      if (left.expression.kind !== ts.SyntaxKind.ThisKeyword) continue
      const name = left.name.text
      members.set(name, {value: new Lazy<Value>(() => this.#read.evaluate(right), unknown(name)), isMade: true})
    }
  }

  /** Arguments of the `super` call. A class without a constructor passes on its own arguments. */
  #superArgs(node: ts.ConstructorDeclaration | undefined, constructorId: number): Value[] {
    const {ts} = this.#read
    if (!node) return [0, 1, 2, 3, 4, 5].map(index => unknown('…', {of: constructorId, index, path: []}))
    for (const statement of node.body?.statements ?? []) {
      const call = ts.isExpressionStatement(statement) ? statement.expression : undefined
      if (call && ts.isCallExpression(call) && call.expression.kind === ts.SyntaxKind.SuperKeyword)
        return call.arguments.map(each => this.#read.evaluate(each))
    }
    return []
  }
}
