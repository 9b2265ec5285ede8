import ts from 'typescript'
import {isStatic, nameOf} from '../syntax.ts'
import type {Engine} from './framework-contract.ts'
import {bindParameters, runBody} from './statements.ts'
import {
  act,
  type Callable,
  type ClassValue,
  type Native,
  type Scope,
  type Thing,
  UNKNOWN,
  type Value
} from './values.ts'

/** Initializes an instance like the constructors of its class and base classes do. */
export function construct(engine: Engine, of: ClassValue, self: Thing, args: readonly Value[]): void {
  const {node, scope, base} = of
  const within: Scope = {names: new Map(), above: scope, self, within: of}
  const own = node.members.find(member => ts.isConstructorDeclaration(member) && member.body)
  if (!own && base?.kind === 'class') engine.construct(base, self, args)
  if (base && base.kind !== 'class') self.isOpen = true
  for (const member of node.members) {
    if (!ts.isPropertyDeclaration(member) || isStatic(member)) continue
    const name = nameOf(member.name)
    if (name === undefined || !member.initializer) continue
    self.fields.set(name, engine.evaluate(member.initializer, within))
  }
  if (!own || !ts.isConstructorDeclaration(own) || !own.body) return
  bindParameters(engine, own.parameters, args, within)
  for (const [at, parameter] of own.parameters.entries()) {
    if (ts.isParameterPropertyDeclaration(parameter, own) && ts.isIdentifier(parameter.name)) {
      self.fields.set(parameter.name.text, args[at] ?? UNKNOWN)
    }
  }
  runBody(engine, own.body, within)
}

/** Method or getter value by name, looked up in a class and its base classes. `undefined` if there is none. */
export function memberOf(
  engine: Engine,
  of: ClassValue,
  name: string,
  receiver: {readonly self: Value; readonly isStatic: boolean}
): Value | undefined {
  const {self} = receiver
  for (let here: Value | undefined = of; here?.kind === 'class'; here = here.base) {
    if (receiver.isStatic && here.statics.has(name)) return here.statics.get(name)
    const found = here.node.members.find(
      member =>
        nameOf(member.name) === name &&
        isStatic(member) === receiver.isStatic &&
        (ts.isMethodDeclaration(member) || ts.isGetAccessor(member))
    ) as ts.MethodDeclaration | ts.GetAccessorDeclaration | undefined
    if (!found) continue
    const scope: Scope = {names: new Map(), above: here.scope, self, within: here}
    const method: Callable = {kind: 'function', node: found, scope, self}
    return ts.isGetAccessor(found) ? engine.invoke(method, []) : method
  }
  return undefined
}

/** `bind`, `call`, and `apply` of a function. `undefined` for any other name. */
export function boundOf(engine: Engine, callee: Callable, name: string): Value | undefined {
  if (name === 'bind') return act(({args: [self]}) => ({...callee, ...(self ? {self} : {})}))
  if (name === 'call') return act(({args: [self, ...args]}) => engine.invoke(callee, args, self))
  if (name === 'apply') {
    return act(({args: [self, list]}) => engine.invoke(callee, list?.kind === 'list' ? list.items : [], self))
  }
  return undefined
}

/** `bind`, `call`, and `apply` of a framework function, as in `app.get.bind(app)`. `undefined` for any other name. */
export function boundNative({call}: Native, name: string): Value | undefined {
  if (!call) return undefined
  if (name === 'bind')
    return act(({args: [, ...first]}) => act(({args, ...at}) => call({...at, args: [...first, ...args]})))
  if (name === 'call') return act(({args: [, ...args], node}) => call({node, args}))
  return name === 'apply' ? act(({args: [, list], node}) => call({node, args: listed(list)})) : undefined
}

/** Items of an argument list. A list that isn't fully known stands for two unknown arguments. */
export const listed = (list: Value | undefined): readonly Value[] =>
  list?.kind === 'list' && !list.isOpen ? list.items : [UNKNOWN, UNKNOWN]
