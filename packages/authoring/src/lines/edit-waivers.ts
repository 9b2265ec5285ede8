import {isJsonStyle, type TextEdit, YamlEditor} from '@tenure/core/documents/yaml/yaml-edit'
import {writeInOneLine} from '@tenure/core/inputs/history/write'
import {defined} from '@tenure/core/model/defined'
import {inputError} from '@tenure/core/model/input-error'
import type {Waiver} from '@tenure/core/model/lifecycle/event'
import {parsePointer} from '@tenure/core/model/location'
import {jsonText} from '@tenure/core/phrases/escape'
import {waiverText} from '@tenure/core/text/statement'
import {isMap, isSeq, type Node, type Pair} from 'yaml'

/** A waiver to add to the change at a JSON pointer of the history. */
export interface PlacedWaiver {
  readonly pointer: string
  readonly waiver: Waiver
  /** The kind and detail of the change, added if the line lacks them, so that the waiver covers nothing else. */
  readonly kind?: string
  readonly about?: string
}

/** Adds waivers to the changes that they apply to. Every other byte is kept. */
export function addWaivers(text: string, source: string, placed: readonly PlacedWaiver[]): string {
  const page = new YamlEditor(text, source)
  return page.apply(
    placed.flatMap(({pointer, waiver, kind, about}): TextEdit[] => {
      const line = page.document.getIn(parsePointer(pointer), true)
      const last = isMap(line) ? (line.items.at(-1) as Pair | undefined) : undefined
      if (!isMap(line) || !last)
        throw inputError('This line has no verb and subject, so no waiver can be added to it.', {source, pointer})
      const keys = Object.entries(defined({kind, about, waiver: {...waiverText(waiver)}}))
      const texts = keys.map(([key, value]) => writeInOneLine({[key]: value}).slice(1, -1))
      // A line in flow style with quoted keys is written as JSON.
      const written = isJsonStyle(line) ? keys.map(([key, value]) => `"${key}": ${jsonText(value)}`) : texts
      // Keys inserted at the same position end up in reverse order.
      return written.toReversed().map(text => page.insertAfter(line, last, text))
    })
  )
}

/** Removes waivers that are no longer needed from a configuration. */
export function removeWaivers(text: string, source: string, pointers: readonly string[]): string {
  return pointers
    .toSorted((a, b) => Number(parsePointer(b).at(-1)) - Number(parsePointer(a).at(-1)))
    .reduce((rest, pointer) => {
      const page = new YamlEditor(rest, source)
      const path = parsePointer(pointer)
      const list = page.document.getIn(path.slice(0, -1), true) as Node | undefined
      if (!isSeq(list)) throw inputError("`waivers` isn't a list. Write it as a list.", {source, pointer})
      return page.apply([page.removeItem(list, Number(path.at(-1)))])
    }, text)
}
