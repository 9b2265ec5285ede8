import type ts from 'typescript'
import type {Reader} from '../file-context.ts'
import {orElse} from './map-deferred.ts'
import {memberOf} from './members.ts'
import {unknown, type Value} from './value.ts'

/** Value of a destructured element: `{a: {b = 1}}`, `[first]`. */
export function partOf(element: ts.BindingElement, {ts, evaluate}: Reader, whole: () => Value): Value {
  const key = elementKey(element, ts)
  if (key === undefined || element.dotDotDotToken) return unknown('…')
  const part = memberOf(whole(), key)
  return element.initializer ? orElse(part, evaluate(element.initializer)) : part
}

function elementKey(element: ts.BindingElement, compiler: Reader['ts']): string | undefined {
  const {parent, propertyName, name} = element
  if (compiler.isArrayBindingPattern(parent)) return String(parent.elements.indexOf(element))
  const key = propertyName ?? name
  return compiler.isIdentifier(key) || compiler.isStringLiteral(key) ? key.text : undefined
}
