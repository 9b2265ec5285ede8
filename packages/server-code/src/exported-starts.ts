import ts from 'typescript'
import type {FrameworkModel} from './interpreter/framework-contract.ts'
import type {Interpreter} from './interpreter/interpreter.ts'
import {
  type AbstractValue,
  type ClassValue,
  type FunctionClosure,
  type ObjectValue,
  possibleValuesOf,
  UNKNOWN_VALUE
} from './interpreter/values.ts'
import {asRouter} from './routes/routing.ts'
import {isStatic, propertyNameOf} from './syntax.ts'

/** Functions, instances, and classes that entries export, as the code that starts the server can use them. */
interface Exports {
  readonly functions: FunctionClosure[]
  readonly instances: ObjectValue[]
  readonly classes: ClassValue[]
}

/** Marks the apps that an entry exports as served, and its routers as exported. */
export function serveExports(value: AbstractValue): void {
  for (const option of possibleValuesOf(value)) {
    for (const inner of option.kind === 'object' ? option.fields.values() : [option])
      for (const each of possibleValuesOf(inner)) serve(each)
  }
}

const serve = (value: AbstractValue): void => {
  const router = asRouter(value)
  if (router?.isApp) router.isServed = true
  else if (router) router.isExported = true
}

/**
 * Calls what entries export and nothing in the program calls: functions, also those in objects, and then, as long as
 * nothing is served, methods of instances and of classes, as a command-line framework does.
 */
export function startExports(
  machine: Interpreter,
  entries: readonly ts.SourceFile[],
  frameworks: readonly FrameworkModel[],
  isServing: () => boolean
): void {
  const found: Exports = {functions: [], instances: [], classes: []}
  for (const file of entries) collectExports(machine.exportsOf(file), found, 0)
  const call = (callees: readonly FunctionClosure[]): void => {
    for (const callee of uncalled(callees, machine)) callAsStart(machine, callee, frameworks)
  }
  call(found.functions)
  for (const self of found.instances) if (!isServing() && self.of) call(methodsOf(self.of, self, machine))
  for (const of of found.classes) {
    if (isServing() || machine.called.has(of.node)) continue
    call(staticMethods(of, machine))
    if (isServing()) continue
    const self = machine.instantiate(of, parametersOf(constructorOf(of), machine, frameworks), of.node)
    if (self.kind === 'object') call(methodsOf(of, self, machine))
  }
}

function collectExports(value: AbstractValue, found: Exports, depth: number): void {
  for (const each of possibleValuesOf(value)) {
    if (each.kind === 'function') found.functions.push(each)
    else if (each.kind === 'class') found.classes.push(each)
    else if (each.kind === 'object' && each.of) found.instances.push(each)
    // An object with functions: `module.exports = {start}`, `export default {fetch}`.
    else if (each.kind === 'object' && depth < 2)
      for (const inner of each.fields.values()) collectExports(inner, found, depth + 1)
    // A wrapped plugin: `export default fastifyPlugin(async fastify => …)`.
    else if (each.kind === 'native' && each.it && 'plugin' in each.it)
      collectExports(each.it.plugin as AbstractValue, found, depth + 1)
  }
}

/**
 * Functions that the program didn't call, except those that another one of them calls. If they all call each other, all
 * of them.
 */
function uncalled(callees: readonly FunctionClosure[], {called, checker}: Interpreter): readonly FunctionClosure[] {
  const open = callees.filter(({node}) => !called.has(node))
  const inner = new Set<ts.Node | undefined>()
  const visit = (node: ts.Node, from: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node)
      const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      const declaration = target?.valueDeclaration
      const value =
        declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
          ? declaration.initializer
          : declaration
      if (value !== from) inner.add(value)
    }
    ts.forEachChild(node, each => visit(each, from))
  }
  for (const {node} of open) if (node.body) visit(node.body, node)
  const outer = open.filter(({node}) => !inner.has(node))
  return outer.length > 0 ? outer : open
}

/** Calls a function with routers for parameters of router types, and marks the returned routers as served. */
function callAsStart(machine: Interpreter, callee: FunctionClosure, frameworks: readonly FrameworkModel[]): void {
  if (machine.called.has(callee.node)) return
  const back = machine.invoke(callee, parametersOf(callee.node, machine, frameworks))
  for (const each of possibleValuesOf(back)) {
    const router = asRouter(each)
    if (router) router.isServed = true
  }
}

function parametersOf(
  node: ts.SignatureDeclaration | undefined,
  {checker}: Interpreter,
  frameworks: readonly FrameworkModel[]
): readonly AbstractValue[] {
  return (node?.parameters ?? []).map(each => {
    const type = checker.getTypeAtLocation(each).symbol?.name ?? writtenType(each)
    return frameworks.map(framework => framework.handedIn?.(type, each)).find(Boolean) ?? UNKNOWN_VALUE
  })
}

/** Type of a parameter as the code writes it, for a program whose packages aren't installed. */
function writtenType({type, name, parent}: ts.ParameterDeclaration): string {
  if (type && ts.isTypeReferenceNode(type)) return type.typeName.getText().split('.').at(-1) ?? ''
  const holder = ts.isVariableDeclaration(parent.parent) ? parent.parent.type : undefined
  const isPlugin = holder && /^FastifyPlugin/.test(holder.getText()) && parent.parameters[0]?.name === name
  // Plugins in JavaScript have no types, but a customary name.
  return isPlugin || (ts.isIdentifier(name) && name.text === 'fastify') ? 'FastifyInstance' : ''
}

const constructorOf = ({node}: ClassValue): ts.ConstructorDeclaration | undefined =>
  node.members.find(ts.isConstructorDeclaration)

const methodsOf = (of: ClassValue, self: ObjectValue, machine: Interpreter): readonly FunctionClosure[] =>
  publicMethods(of, false).flatMap(name => functionsIn(machine.memberOf(of, name, self, false)))

const staticMethods = (of: ClassValue, machine: Interpreter): readonly FunctionClosure[] =>
  publicMethods(of, true).flatMap(name => functionsIn(machine.memberOf(of, name, of, true)))

const functionsIn = (value: AbstractValue | undefined): readonly FunctionClosure[] =>
  value?.kind === 'function' ? [value] : []

/** Names of the methods that other code can call, with those of base classes. */
function publicMethods(start: ClassValue, isOfClass: boolean): readonly string[] {
  const names = new Set<string>()
  for (let of: AbstractValue | undefined = start; of?.kind === 'class'; of = of.base) {
    for (const member of of.node.members) {
      const isHidden =
        !ts.isMethodDeclaration(member) ||
        isStatic(member) !== isOfClass ||
        ts.isPrivateIdentifier(member.name) ||
        (ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0
      const name = propertyNameOf(member.name)
      if (!isHidden && name !== undefined) names.add(name)
    }
  }
  return [...names]
}
