import {isRecord, own} from '../schema/json.ts'
import {defaultOf} from './defaults.ts'
import type {Desk} from './desk.ts'
import {spotsOf} from './desk.ts'
import {isEqual} from './equality.ts'
import {type Flat, said} from './flat.ts'
import {announcedIn, livesDiffer} from './lives.ts'

/** What decides nothing about values, and may matter all the same: defaults, discriminators, the life. */
export function compareAnnotations(desk: Desk): void {
  compareDefault(desk)
  compareDiscriminator(desk)
  const life = lifeOf(desk.older, desk)
  for (const {keywords, ...fact} of livesDiffer(life, lifeOf(desk.newer, desk)))
    desk.tell({...fact, ...spotsOf(desk, ...keywords), ...announcedIn(life)})
}

const lifeOf = ({members}: Flat, {lifeAt}: Desk) => lifeAt(members)

function compareDefault(desk: Desk): void {
  const [was, is] = [defaultOf(desk.older), defaultOf(desk.newer)]
  if (isEqual(was, is)) return
  desk.tell({
    // Who left a parameter out got what the service chose; nobody can tell whether that is the default now written.
    kind: was !== undefined || desk.wire ? 'default-changed' : 'default-added',
    about: 'default',
    ...spotsOf(desk, 'default'),
    was,
    is
  })
}

function compareDiscriminator(desk: Desk): void {
  const [was, is] = [said(desk.older, 'discriminator')[0], said(desk.newer, 'discriminator')[0]]
  if (isEqual(was?.value, is?.value) || isEqual(meantBy(was?.value), meantBy(is?.value))) return
  const nameOf = (value: unknown): unknown => (isRecord(value) ? own(value, 'propertyName') : value)
  desk.tell({
    kind: 'discriminator-changed',
    about: nameOf(was?.value) === nameOf(is?.value) ? 'mapping' : 'discriminator',
    ...spotsOf(desk, 'discriminator'),
    was: nameOf(was?.value),
    is: nameOf(is?.value)
  })
}

/** What a discriminator says, however it is written: Swagger 2.0 has the name alone. */
function meantBy(value: unknown): unknown {
  if (typeof value === 'string') return {propertyName: value, mapping: {}}
  if (!isRecord(value)) return value
  const written = own(value, 'mapping')
  const all = Object.entries(isRecord(written) ? written : {}).map(
    ([key, target]) => [key, componentIn(target)] as const
  )
  // A schema is called by its name, unless it is called otherwise.
  const mapping = all.filter(
    ([key, target]) => key !== target || all.some(([other, same]) => other !== key && same === target)
  )
  const fallback = componentIn(own(value, 'defaultMapping'))
  return {
    propertyName: own(value, 'propertyName'),
    mapping: Object.fromEntries(mapping),
    ...(fallback === undefined ? {} : {fallback})
  }
}

const COMPONENT = /^#\/(?:components\/schemas|definitions)\/([^/]+)$/

/** The name of a schema that a mapping refers to, by its name or by an address. */
const componentIn = (target: unknown): unknown =>
  typeof target === 'string' ? (COMPONENT.exec(target)?.[1] ?? target) : target
