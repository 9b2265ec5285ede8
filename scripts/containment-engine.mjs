// Answers questions of containment with the engine as it is in the source, and two validators that are not ours.
import {createHash} from 'node:crypto'
import {readdirSync, readFileSync} from 'node:fs'
import {Validator} from '@cfworker/json-schema'
import {registerSchema, setShouldValidateFormat, unregisterSchema, validate} from '@hyperjump/json-schema/draft-2020-12'
import '@hyperjump/json-schema/draft-2019-09'
import '@hyperjump/json-schema/draft-07'
import '@hyperjump/json-schema/draft-06'
import '@hyperjump/json-schema/draft-04'
import '@hyperjump/json-schema/formats'
import {importSource} from './import-source.mjs'

/** The names of drafts in paths, with what the engine and the validator call them. What comes after is read as the last. */
export const DRAFTS = [
  {name: /^draft-?0?[34]$/, dialect: 'draft-04', version: '4', uri: 'http://json-schema.org/draft-04/schema'},
  {name: /^draft-?0?6$/, dialect: 'draft-06', version: '7', uri: 'http://json-schema.org/draft-06/schema'},
  {name: /^draft-?0?7$/, dialect: 'draft-07', version: '7', uri: 'http://json-schema.org/draft-07/schema'},
  {
    name: /^(draft-?)?2019-?09$/,
    dialect: '2019-09',
    version: '2019-09',
    uri: 'https://json-schema.org/draft/2019-09/schema'
  },
  {
    name: /^(draft-?)?(2020-?12|next)$|^v1$/,
    dialect: '2020-12',
    version: '2020-12',
    uri: 'https://json-schema.org/draft/2020-12/schema'
  }
]
const LATEST = DRAFTS.at(-1)

const OLD_WORDS = {$id: 'id', $defs: 'definitions'}

const packages = new URL('../node_modules/', import.meta.url)
/** What the drafts say of themselves: some questions refer to it. */
const METASCHEMAS = new Map(
  [
    (await import(new URL('@hyperjump/json-schema/draft-04/schema.js', packages))).default,
    ...['draft-06', 'draft-07'].map(name => shipped(`json-schema-${name}.json`)),
    ...['2019-09', '2020-12'].flatMap(name => {
      const vocabularies = readdirSync(new URL(`ajv/dist/refs/json-schema-${name}/meta`, packages))
      return ['schema.json', ...vocabularies.map(file => `meta/${file}`)].map(file =>
        shipped(`json-schema-${name}/${file}`)
      )
    })
  ].map(schema => [(schema.$id ?? schema.id).replace(/#$/, ''), schema])
)

/** The engine as it is in the source. */
const {contains, readSpecText, toStandaloneSchema} = await importSource(`
  export {contains} from './packages/json-schema/src/containment.ts'
  export {toStandaloneSchema} from './packages/json-schema/src/to-draft-2020.ts'
  export {readSpecText} from './src/documents/read-document.ts'
`)

/** What a question says, the same in all drafts: without what names the draft, and with its keywords as draft 4 has them. */
export function saysOf(...schemas) {
  const said = JSON.stringify(schemas, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([key]) => key !== '$schema')
            .map(([key, inner]) => [OLD_WORDS[key] ?? key, inner])
            .sort(([a], [b]) => (a < b ? -1 : 1))
        )
      : typeof value === 'string'
        ? value.replace('#/$defs/', '#/definitions/').replace(/https?:\/\/json-schema\.org\/[\w/-]*#?/, 'metaschema')
        : value
  )
  return createHash('sha256').update(said).digest('hex').slice(0, 16)
}

function shipped(file) {
  return JSON.parse(readFileSync(new URL(`ajv/dist/refs/${file}`, packages), 'utf8'))
}

export function draftOf(...schemas) {
  const names = schemas.map(schema => String(schema?.$schema ?? '').replace(/#$/, ''))
  return DRAFTS.find(({uri}) => names.includes(uri)) ?? LATEST
}

/** The engine's answer; one that a validator has no say in, or reads otherwise, is confirmed by another. */
export async function answerOf(draft, [sub, sup], formats) {
  const [first, second] = [sub, sup].map(schema => toSource(draft, schema))
  let witness
  const confirm = (source, value) => {
    witness = {value}
    return isValid(draft, source, value)
  }
  const answer = contains(first, second, {confirm, formats})
  if (answer.is === 'undetermined' && witness && (await isApart(witness.value, sub, sup, {uri: draft.uri, formats})))
    return contains(first, second, {confirm: source => source === first, formats})
  return answer
}

/** Whether both validators accept a value under the first schema and reject it under the second. */
export async function isCounterexample(draft, [sub, sup], value, formats) {
  const [first, second] = [sub, sup].map(schema => toSource(draft, schema))
  try {
    if (!isValid(draft, first, value) || isValid(draft, second, value)) return false
  } catch {
    return false
  }
  return isApart(value, sub, sup, {uri: draft.uri, formats})
}

/** A schema of JSON text, with all digits of its numbers. */
export function readSchema(text) {
  return readSpecText(Buffer.from(`[${text}]`), 'question').value[0]
}

/** A schema in the words of the newest draft. */
export function toLatest(draft, schema) {
  return toStandaloneSchema(toSource(draft, schema))
}

/** Whether both validators accept a value. */
export async function isAccepted(draft, schema, value, formats) {
  try {
    if (!isValid(draft, toSource(draft, schema), value)) return false
  } catch {
    return false
  }
  return isApart(value, true, {not: schema}, {uri: draft.uri, formats})
}

function toSource({dialect}, schema) {
  return {schema, dialect, lookup: address => METASCHEMAS.get(address)}
}

function isValid({version}, source, value) {
  const isBeyondIt = /"\$(dynamicRef|recursiveRef)"|json-schema\.org/.test(JSON.stringify(source.schema))
  const schema = isBeyondIt ? toStandaloneSchema(source) : structuredClone(source.schema)
  return new Validator(schema, isBeyondIt ? LATEST.version : version).validate(value).valid
}

async function isApart(value, sub, sup, {uri, formats}) {
  setShouldValidateFormat(formats)
  // This one prints each name of a host that it refuses.
  const {log} = console
  console.log = () => {}
  const accepts = async (schema, name) => {
    const address = `https://tenure.invalid/${name}`
    try {
      registerSchema(structuredClone(schema), address, uri)
      return (await validate(address, value)).valid
    } catch {
      return undefined
    } finally {
      unregisterSchema(address)
    }
  }
  const apart = (await accepts(sub, 'sub')) === true && (await accepts(sup, 'sup')) === false
  console.log = log
  return apart
}
