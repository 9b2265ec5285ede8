import type ts from 'typescript'
import type {FileContext} from '../file-context.ts'
import {nullishFallback} from './map-deferred.ts'
import {getMember} from './members.ts'
import {type StaticValue, unresolvedValue} from './value.ts'

/** Value of a destructured element: `{a: {b = 1}}`, `[first]`. */
export function evaluateElement(
  element: ts.BindingElement,
  {ts, evaluate}: FileContext,
  whole: () => StaticValue
): StaticValue {
  const key = elementKey(element, ts)
  if (key === undefined || element.dotDotDotToken) return unresolvedValue('…')
  const part = getMember(whole(), key)
  return element.initializer ? nullishFallback(part, evaluate(element.initializer)) : part
}

function elementKey(element: ts.BindingElement, compiler: FileContext['ts']): string | undefined {
  const {parent, propertyName, name} = element
  if (compiler.isArrayBindingPattern(parent)) return String(parent.elements.indexOf(element))
  const key = propertyName ?? name
  return compiler.isIdentifier(key) || compiler.isStringLiteral(key) ? key.text : undefined
}
