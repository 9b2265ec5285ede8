import ts from 'typescript'
import {type AbstractValue, stringOf} from '../interpreter/values.ts'
import type {DeadEnd, Router} from '../routers.ts'
import {joinPaths} from './path-templates.ts'

/** Whether a value is a function for Express that certainly passes no request on, because it doesn't use `next`. */
export function endsRequests(value: AbstractValue): boolean {
  if (value.kind !== 'function' || !value.node.body) return false
  const {parameters, body} = value.node
  const [, , next] = parameters
  if (parameters.length > 3 || parameters.some(each => each.dotDotDotToken)) return false
  if (next && !ts.isIdentifier(next.name)) return false
  const names = new Set(['arguments', ...(next && ts.isIdentifier(next.name) ? [next.name.text] : [])])
  const isUsedIn = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && names.has(node.text)) || (ts.forEachChild(node, isUsedIn) ?? false)
  return !isUsedIn(body)
}

/** Whether a router has routes that no request reaches, because the dead end comes first. */
export function hidesRoutes({path, routes, mounts}: DeadEnd, router: Router): boolean {
  const text = stringOf(path)
  if (text === undefined) return false
  const start = joinPaths('', text)
    .replace(/\/?\{?\*.*$/, '')
    .replace(/\/$/, '')
  const isBelow = (parts: readonly AbstractValue[]): boolean => {
    const texts = parts.map(stringOf)
    const whole = texts.reduce<string>((sum, each) => joinPaths(sum, each ?? ''), '')
    return texts.every(each => each !== undefined) && (whole === start || whole.startsWith(`${start}/`))
  }
  return (
    router.routes.slice(routes).some(each => isBelow(each.path)) ||
    router.mounts.slice(mounts).some(each => isBelow(each.prefix))
  )
}
