import {posix} from 'node:path'
import {readYamlDocuments, type YamlText} from '../../documents/yaml/yaml-file.ts'
import {InputError, type InputProblem} from '../../model/input-error.ts'
import {fieldsOf} from '../../model/json.ts'
import type {SourceLocation} from '../../model/location.ts'
import type {Files} from '../../stores/files/files.ts'

/** An entity of kind API in a Backstage catalog. */
export interface CatalogApi {
  /** Its name, with the namespace unless that is the default one. */
  readonly id: string
  readonly owner?: string
  readonly lifecycle?: string
  readonly system?: string
  /** The description: its text, the path of its file from the folder of the catalog file, or why it can't be read. */
  readonly definition: {readonly text: string} | {readonly path: string} | {readonly why: string}
  readonly place: SourceLocation
}

/** The APIs of a catalog file, and how many of its APIs aren't described in OpenAPI. */
export interface CatalogFile {
  readonly apis: readonly CatalogApi[]
  readonly others: number
}

/** Keys of a definition that stand for the content of a file; `$openapi` is that of a plugin of Backstage. */
const PLACEHOLDERS = ['$text', '$yaml', '$json', '$openapi']

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/**
 * Reads a `catalog-info.yaml`, the descriptor format of Backstage
 * (https://backstage.io/docs/features/software-catalog/descriptor-format). Entities of other kinds are skipped.
 */
export function readCatalogFile(files: Files, path: string): CatalogFile {
  const entities = readYamlDocuments(files.readText(path), path).filter(isApi)
  const described = entities.filter(({value}) => ['openapi', undefined].includes(textOf(specOf(value).type)))
  const problems: InputProblem[] = []
  const apis = described.map(entity => readApi(entity, problems))
  if (problems.length > 0) throw new InputError(problems)
  return {apis, others: entities.length - described.length}
}

const specOf = (entity: unknown): Readonly<Record<string, unknown>> => fieldsOf(fieldsOf(entity).spec)

function isApi({value}: YamlText): boolean {
  const {apiVersion, kind} = fieldsOf(value)
  return kind === 'API' && (textOf(apiVersion) ?? '').startsWith('backstage.io/')
}

function readApi({value, where}: YamlText, problems: InputProblem[]): CatalogApi {
  const metadata = fieldsOf(fieldsOf(value).metadata)
  const spec = specOf(value)
  const name = textOf(metadata.name)
  if (name === undefined) problems.push({message: 'This API has no `metadata.name`.', place: where(['metadata'])})
  const namespace = textOf(metadata.namespace) ?? 'default'
  const [owner, lifecycle, system] = [textOf(spec.owner), textOf(spec.lifecycle), textOf(spec.system)]
  return {
    id: namespace === 'default' ? (name ?? '') : `${namespace}/${name}`,
    ...(owner === undefined ? {} : {owner: shortenReference(owner, 'group', namespace)}),
    ...(lifecycle === undefined ? {} : {lifecycle}),
    ...(system === undefined ? {} : {system: shortenReference(system, 'system', namespace)}),
    definition: readDefinition(spec.definition),
    place: where(['metadata', 'name'])
  }
}

/** Leaves out the kind and the namespace of a reference where they are the default, so that equal ones are equal. */
function shortenReference(reference: string, kind: string, namespace: string): string {
  const [, ownKind = kind, ownNamespace = namespace, name = reference] =
    /^(?:([^:/]+):)?(?:([^:/]+)\/)?([^:/]+)$/.exec(reference) ?? []
  const named = ownNamespace === 'default' ? name : `${ownNamespace}/${name}`
  return ownKind.toLowerCase() === kind ? named : `${ownKind}:${named}`
}

function readDefinition(definition: unknown): CatalogApi['definition'] {
  const text = textOf(definition)
  if (text !== undefined) return {text}
  const fields = fieldsOf(definition)
  const file = PLACEHOLDERS.map(each => textOf(fields[each])).find(each => each !== undefined)
  if (file === undefined) return {why: '`spec.definition` has neither a text nor the path of a file.'}
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(file))
    return {why: `\`${file}\` is a URL. Nothing is fetched from the network: list the API with a \`source\`.`}
  return {path: posix.normalize(file)}
}
