import {isMap, isSeq, type Node, type Pair} from 'yaml'
import {refuse} from '../../model/input-error.ts'
import type {Waiver} from '../../model/lifecycle/event.ts'
import {pathOf} from '../../model/location.ts'
import {jsonText} from '../../text/escape.ts'
import {saidWaiver} from '../../text/statement.ts'
import {type Insertion, isJson, Page} from '../yaml/yaml-edit.ts'
import {inOneLine} from './write.ts'
import {some} from './written-subject.ts'

/** A waiver that goes onto record: beside the line at that place of the history. */
export interface Beside {
  readonly pointer: string
  readonly waiver: Waiver
  /** What of its subject the line is about: said with the waiver, where the line does not say it. */
  readonly kind?: string
  readonly about?: string
}

/** The history with waivers beside what they excuse; every other byte is left alone. */
export function withWaivers(text: string, source: string, placed: readonly Beside[]): string {
  const page = new Page(text, source)
  return page.apply(
    placed.flatMap(({pointer, waiver, kind, about}): Insertion[] => {
      const line = page.document.getIn(pathOf(pointer), true)
      const last = isMap(line) ? (line.items.at(-1) as Pair | undefined) : undefined
      if (!isMap(line) || !last)
        throw refuse('Unexpected form of a line, expected a verb and its subject', {source, pointer})
      const said = Object.entries({...some('kind', kind), ...some('about', about), waiver: {...saidWaiver(waiver)}})
      const texts = said.map(([key, value]) => inOneLine({[key]: value}).slice(1, -1))
      // In a file of JSON it is JSON.
      const written = isJson(line) ? said.map(([key, value]) => `"${key}": ${jsonText(value)}`) : texts
      // Of two keys at one place the one that is put in last stands first.
      return written.toReversed().map(text => page.after(line, last, text))
    })
  )
}

/** The configuration without waivers that have done their work. */
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
