import ts from 'typescript'
import {isStatic, propertyNameOf} from '../syntax.ts'
import type {Engine} from './framework-contract.ts'
import {bindParameters, runBody} from './statements.ts'
import {
  type AbstractValue,
  type ClassValue,
  type FunctionClosure,
  type NativeValue,
  nativeFunction,
  type ObjectValue,
  UNKNOWN_VALUE,
  type VariableScope
} from './values.ts'

/** Initializes an instance like the constructors of its class and base classes do. */
export function runConstructor(
  engine: Engine,
  of: ClassValue,
  self: ObjectValue,
  args: readonly AbstractValue[]
): void {
  const {node, scope, base} = of
  const within: VariableScope = {names: new Map(), above: scope, self, within: of}
  const own = node.members.find(member => ts.isConstructorDeclaration(member) && member.body)
  if (!own && base?.kind === 'class') engine.construct(base, self, args)
  if (base && base.kind !== 'class') self.isOpen = true
  for (const member of node.members) {
    if (!ts.isPropertyDeclaration(member) || isStatic(member)) continue
    const name = propertyNameOf(member.name)
    if (name === undefined || !member.initializer) continue
    self.fields.set(name, engine.evaluate(member.initializer, within))
  }
  if (!own || !ts.isConstructorDeclaration(own) || !own.body) return
  bindParameters(engine, own.parameters, args, within)
  for (const [at, parameter] of own.parameters.entries()) {
    if (ts.isParameterPropertyDeclaration(parameter, own) && ts.isIdentifier(parameter.name)) {
      self.fields.set(parameter.name.text, args[at] ?? UNKNOWN_VALUE)
    }
  }
  runBody(engine, own.body, within)
}

/** Method or getter value by name, looked up in a class and its base classes. `undefined` if there is none. */
export function findClassMember(
  engine: Engine,
  of: ClassValue,
  name: string,
  receiver: {readonly self: AbstractValue; readonly isStatic: boolean}
): AbstractValue | undefined {
  const {self} = receiver
  for (let here: AbstractValue | undefined = of; here?.kind === 'class'; here = here.base) {
    if (receiver.isStatic && here.statics.has(name)) return here.statics.get(name)
    const found = here.node.members.find(
      member =>
        propertyNameOf(member.name) === name &&
        isStatic(member) === receiver.isStatic &&
        (ts.isMethodDeclaration(member) || ts.isGetAccessor(member))
    ) as ts.MethodDeclaration | ts.GetAccessorDeclaration | undefined
    if (!found) continue
    const scope: VariableScope = {names: new Map(), above: here.scope, self, within: here}
    const method: FunctionClosure = {kind: 'function', node: found, scope, self}
    return ts.isGetAccessor(found) ? engine.invoke(method, []) : method
  }
  return undefined
}

/** `bind`, `call`, and `apply` of a function. `undefined` for any other name. */
export function functionMethod(engine: Engine, callee: FunctionClosure, name: string): AbstractValue | undefined {
  if (name === 'bind') return nativeFunction(({args: [self]}) => ({...callee, ...(self ? {self} : {})}))
  if (name === 'call') return nativeFunction(({args: [self, ...args]}) => engine.invoke(callee, args, self))
  if (name === 'apply') {
    return nativeFunction(({args: [self, list]}) =>
      engine.invoke(callee, list?.kind === 'list' ? list.items : [], self)
    )
  }
  return undefined
}

/** `bind`, `call`, and `apply` of a framework function, as in `app.get.bind(app)`. `undefined` for any other name. */
export function nativeMethod({call}: NativeValue, name: string): AbstractValue | undefined {
  if (!call) return undefined
  if (name === 'bind')
    return nativeFunction(({args: [, ...first]}) =>
      nativeFunction(({args, ...at}) => call({...at, args: [...first, ...args]}))
    )
  if (name === 'call') return nativeFunction(({args: [, ...args], node}) => call({node, args}))
  return name === 'apply'
    ? nativeFunction(({args: [, list], node}) => call({node, args: argumentItems(list)}))
    : undefined
}

/** Items of an argument list. A list that isn't fully known stands for two unknown arguments. */
export const argumentItems = (list: AbstractValue | undefined): readonly AbstractValue[] =>
  list?.kind === 'list' && !list.isOpen ? list.items : [UNKNOWN_VALUE, UNKNOWN_VALUE]
