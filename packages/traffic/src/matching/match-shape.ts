import {DEEPER, FITS, PLACEHOLDER} from '../sql/aggregate.ts'
import type {Template} from './templates.ts'

/** The operations that a shape stands for on a day. */
export interface ShapeMatch {
  /** Those that are called. */
  readonly certain: readonly string[]
  /** Those that might be called, if it is not known which. */
  readonly possible: readonly string[]
}

/** Matches shapes of paths with the templates of operations. */
export class ShapeMatcher {
  readonly #byLength = new Map<number, Template[]>()
  readonly #prefixes: Template[] = []
  /** The templates of operations without their base path, which a proxy may have taken off. */
  readonly #bare: readonly Template[]
  readonly #known = new Map<string, ShapeCandidates>()

  constructor(templates: readonly Template[], bare: readonly Template[] = []) {
    this.#bare = bare
    for (const template of templates) {
      if (template.isPrefix) this.#prefixes.push(template)
      else
        this.#byLength.set(template.segments.length, [
          ...(this.#byLength.get(template.segments.length) ?? []),
          template
        ])
    }
  }

  /** The released operations take precedence over others, and plain text over parameters. */
  match(method: string, shape: string, day: string): ShapeMatch {
    const {exact, under, possible} = this.#candidates(method, shape)
    for (const all of [exact, under]) {
      const released = all.filter(each => isReleased(each, day))
      const operations = mostSpecific(released.length > 0 ? released : all)
      if (operations.length === 1) return {certain: operations, possible: []}
      if (operations.length > 1) return {certain: [], possible: operations}
    }
    return {certain: [], possible}
  }

  #candidates(method: string, shape: string): ShapeCandidates {
    const key = `${method} ${shape}`
    const known = this.#known.get(key)
    if (known) return known
    const segments = shape === '' ? [] : shape.slice(1).split('/')
    const isDeeper = shape.endsWith(DEEPER)
    const ofMethod = (templates: readonly Template[]): Template[] => {
      const own = templates.filter(each => each.method === undefined || each.method === method)
      // Servers answer HEAD where they answer GET.
      return own.length > 0 || method !== 'HEAD' ? own : templates.filter(each => each.method === 'GET')
    }
    const fitting = (isDeeper ? [] : (this.#byLength.get(segments.length) ?? [])).filter(each =>
      fits(each, segments, 0)
    )
    const exact = method === '' ? [] : ofMethod(fitting)
    const under = this.#prefixes.filter(
      each => method !== '' && each.segments.length <= segments.length && fits(each, segments, 0)
    )
    const found = {
      exact,
      under,
      possible:
        exact.length > 0 || under.length > 0
          ? []
          : method === ''
            ? possibleOf(fitting)
            : this.#findEnds(ofMethod, segments)
    }
    this.#known.set(key, found)
    return found
  }

  /** Operations whose path is the end of this one, after a prefix that isn't known. */
  #findEnds(ofMethod: (templates: readonly Template[]) => Template[], segments: readonly string[]): string[] {
    const all = [...this.#byLength.values()].flat()
    const ends = [...all, ...this.#bare].filter(template => {
      const over = segments.length - template.segments.length
      return over >= 0 && template.segments.some(({rank}) => rank === 0) && fits(template, segments, over)
    })
    return mostSpecific(ofMethod(ends))
  }
}

interface ShapeCandidates {
  readonly exact: readonly Template[]
  /** Prefixes that the path is under. */
  readonly under: readonly Template[]
  readonly possible: readonly string[]
}

function isReleased({released}: Template, day: string): boolean {
  return released.some(({from, to}) => (from === undefined || from <= day) && (to === undefined || day <= to))
}

/** Whether the segments from a position on fit a template, as far as it goes. */
const fits = ({segments: template}: Template, segments: readonly string[], from: number): boolean =>
  template.every(({text, rank, pattern}, at) => {
    const segment = segments[from + at] ?? ''
    if (rank === 2) return segment !== ''
    if (rank === 0) return segment === text
    if (segment.startsWith(FITS)) return segment.split(FITS).includes(text)
    return segment !== PLACEHOLDER && pattern?.test(segment) === true
  })

/** Without a method, a call may be of each operation of its path. */
const possibleOf = (fitting: readonly Template[]): string[] =>
  [...new Set(fitting.map(({operation}) => operation))].toSorted()

/** The operations of the templates than which no other is more specific. */
function mostSpecific(templates: readonly Template[]): string[] {
  const best = templates.filter(each => !templates.some(other => other !== each && isMoreSpecific(other, each)))
  return [...new Set(best.map(({operation}) => operation))].toSorted()
}

/** Whether one template is at no position less specific than another, and more specific at one, or a longer prefix. */
function isMoreSpecific(a: Template, b: Template): boolean {
  if (a.segments.length !== b.segments.length) return a.segments.length > b.segments.length
  const ranks = a.segments.map(({rank}, at) => rank - (b.segments[at]?.rank ?? 0))
  return ranks.every(each => each <= 0) && ranks.some(each => each < 0)
}
