import {isMap, isSeq, type Node, type Pair} from 'yaml'
import {refuse} from '../../model/input-error.ts'
import type {Waiver} from '../../model/lifecycle/event.ts'
import {pathOf} from '../../model/location.ts'
import {jsonText} from '../../text/escape.ts'
import {saidWaiver} from '../../text/statement.ts'
import {type Insertion, isJson, Page} from '../yaml/yaml-edit.ts'
import {inOneLine} from './write.ts'
import {some} from './written-subject.ts'

/** A waiver to add to the change at a JSON pointer of the history. */
export interface Beside {
  readonly pointer: string
  readonly waiver: Waiver
  /** What the change is about, added with the waiver if the line doesn't have it. */
  readonly kind?: string
  readonly about?: string
}

/** Adds waivers to the changes that they apply to. Every other byte is kept. */
export function withWaivers(text: string, source: string, placed: readonly Beside[]): string {
  const page = new Page(text, source)
  return page.apply(
    placed.flatMap(({pointer, waiver, kind, about}): Insertion[] => {
      const line = page.document.getIn(pathOf(pointer), true)
      const last = isMap(line) ? (line.items.at(-1) as Pair | undefined) : undefined
      if (!isMap(line) || !last)
        throw refuse('Unexpected form of a line, expected a verb and its subject', {source, pointer})
      const keys = Object.entries({...some('kind', kind), ...some('about', about), waiver: {...saidWaiver(waiver)}})
      const texts = keys.map(([key, value]) => inOneLine({[key]: value}).slice(1, -1))
      // A line in flow style with quoted keys is written as JSON.
      const written = isJson(line) ? keys.map(([key, value]) => `"${key}": ${jsonText(value)}`) : texts
      // Keys inserted at the same position end up in reverse order.
      return written.toReversed().map(text => page.after(line, last, text))
    })
  )
}

/** Removes waivers that are no longer needed from a configuration. */
export function withoutWaivers(text: string, source: string, pointers: readonly string[]): string {
  return pointers
    .toSorted((a, b) => Number(pathOf(b).at(-1)) - Number(pathOf(a).at(-1)))
    .reduce((rest, pointer) => {
      const page = new Page(rest, source)
      const path = pathOf(pointer)
      const list = page.document.getIn(path.slice(0, -1), true) as Node | undefined
      if (!isSeq(list)) throw refuse('Unexpected form of `waivers`, expected a list', {source, pointer})
      return page.apply([page.without(list, Number(path.at(-1)))])
    }, text)
}
