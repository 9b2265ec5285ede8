// Random releases of an API description whose endpoints change over the years.

import {type Dice, dice} from '../../packages/json-schema/test/random.ts'
import type {DescribedRelease} from '../../src/inputs/sources/listed-source.ts'
import {descriptionOf, pick, type Raw, type Written} from '../openapi-fuzz/descriptions.ts'
import {edited, isEndless} from '../openapi-fuzz/edits.ts'

const PATHS = ['/v1/shelves', '/v1/fees', '/v2/fees', '/v1/members/{id}']
const DAY = 24 * 60 * 60 * 1000

/** Up to six releases of a random API; some are candidates, fixes of an older line, undated, or unreadable. */
export function releasesOf(seed: number): DescribedRelease[] {
  const roll = dice(seed)
  let description = firstOf(() => descriptionOf(roll, () => 1))
  for (const path of PATHS) if (roll() < 0.6) description.paths[path] = operation(path, roll)
  let day = Date.parse('2023-01-10')
  const versions = versionsOf(roll)
  const isDated = roll() < 0.9
  return versions.map((version, at): DescribedRelease => {
    if (at > 0) description = next(description, roll)
    day += Math.ceil(roll() * 150) * DAY
    const isUnreadable = at > 0 && roll() < 0.04
    const text = isUnreadable ? '{"openapi": "3.0.3", "info": ' : JSON.stringify(description)
    return {
      version,
      text,
      name: `${version}.json`,
      ...(isDated ? {date: new Date(day).toISOString().slice(0, 10)} : {})
    }
  })
}

function versionsOf(roll: Dice): string[] {
  const all = ['1.0.0', '1.1.0', '1.1.1', '1.2.0-rc.1', '1.2.0', '2.0.0', '2.1.0', '3.0.0']
  const chosen = all.filter(() => roll() < 0.55)
  return chosen.length >= 2 ? chosen : ['1.0.0', '1.1.0']
}

function next(older: Written, roll: Dice): Written {
  const newer = roll() < 0.1 ? structuredClone(older) : firstOf(() => edited(older, roll, () => 1))
  for (let count = Math.floor(roll() * 3); count > 0; count--) change(newer, roll)
  return newer
}

/** Adds, removes, deprecates, or otherwise changes an endpoint. */
function change(description: Written, roll: Dice): void {
  const path = pick(roll, PATHS)
  const item = description.paths[path] as {get: Raw} | undefined
  const kindOfChange = roll()
  if (!item) description.paths[path] = operation(path, roll)
  else if (kindOfChange < 0.3) delete description.paths[path]
  else if (kindOfChange < 0.7)
    Object.assign(item.get, {deprecated: true, ...(roll() < 0.6 ? {'x-sunset': sunset(roll)} : {})})
  else if (kindOfChange < 0.8) delete item.get.deprecated
  else if (kindOfChange < 0.9) item.get['x-stability-level'] = pick(roll, ['beta', 'stable'])
  else item.get.responses = {...(item.get.responses as Raw), [pick(roll, ['400', '404', '422'])]: {description: 'no'}}
}

const sunset = (roll: Dice): string => pick(roll, ['2025-06-01', '2027-01-01', '2.0.0', 'soon'])

function operation(path: string, roll: Dice): Raw {
  const parameters = path.includes('{')
    ? [{name: 'id', in: 'path', required: true, schema: {type: 'string'}}]
    : [{name: 'state', in: 'query', schema: {type: 'string', enum: ['lent', 'back']}}]
  const content = {'application/json': {schema: {$ref: `#/components/schemas/${pick(roll, ['Loan', 'Book'])}`}}}
  return {get: {parameters, responses: {200: {description: 'fine', content}}}}
}

function firstOf(make: () => Written): Written {
  for (;;) {
    const made = make()
    if (!isEndless(made)) return made
  }
}
