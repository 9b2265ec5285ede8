/**
 * A client of the size of real ones, the same each time: of four files three are components and code that has nothing to do
 * with any API, and one calls it, by axios, ky, fetch and a wrapper, with paths from shared files. One component in twenty
 * has a link.
 */
export function clientProject(files: number): {sources: Record<string, string>; history: string} {
  const sources: Record<string, string> = {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of a client
    'src/config.ts': "export const HOST = 'https://api.library.example'\nexport const API = `${HOST}/v1`\n",
    'src/http.ts':
      "import axios from 'axios'\nimport {HOST} from './config'\nexport const http = axios.create({baseURL: HOST})\n" +
      'export async function call<T>(path: string, init: RequestInit = {}): Promise<T> {\n' +
      '  const response = await fetch(HOST + path, init)\n  return (await response.json()) as T\n}\n'
  }
  for (let at = 0; Object.keys(sources).length < files; at++) {
    const folder = `src/area${at % 40}`
    sources[`${folder}/service${at}.ts`] = service(at)
    sources[`${folder}/View${at}.tsx`] = view(at)
    sources[`${folder}/Panel${at}.tsx`] = view(at).replaceAll('View', 'Panel')
    sources[`${folder}/words${at}.ts`] = words(at)
  }
  return {sources, history: history(200)}
}

const resource = (at: number): string => `things${at % 200}`

function service(at: number): string {
  const path = `/v1/${resource(at)}`
  return `import ky from 'ky'
import {API, HOST} from '../config'
import {call, http} from '../http'

export interface Thing${at} {
  readonly id: string
  readonly title: string
  readonly amount: number
  readonly tags: readonly string[]
  readonly owner?: {readonly name: string; readonly mail: string}
}

const PATH = '${path}'
const pathOf = (id: string) => \`\${PATH}/\${encodeURIComponent(id)}\`

export const all = (page = 1) => call<Thing${at}[]>(\`\${PATH}?page=\${page}\`)
export const one = (id: string) => http.get<Thing${at}>(pathOf(id))
export const drop = (id: string) => fetch(HOST + pathOf(id), {method: 'DELETE'})
export const create = (thing: Omit<Thing${at}, 'id'>) => http.post(PATH, thing)
export const search = (text: string) => ky.get(\`\${API}/${resource(at)}\`, {searchParams: {text}}).json()
${Array.from({length: 8}, (_, index) => helper(at, index)).join('\n')}
`
}

function words(at: number): string {
  return `import type {Thing${at}} from './service${at}'
${Array.from({length: 10}, (_, index) => helper(at, index)).join('\n')}
`
}

function helper(at: number, index: number): string {
  return `
export function summarize${index}(things: readonly Thing${at}[], limit = ${index + 3}): string {
  const sorted = [...things].sort((a, b) => a.amount - b.amount || a.title.localeCompare(b.title))
  const total = sorted.reduce((sum, each) => sum + each.amount, 0)
  const names = new Map(sorted.map(each => [each.id, each.title.trim().toLowerCase()]))
  const shown = sorted.slice(0, limit).map((each, position) => {
    const tags = each.tags.filter(tag => tag !== '').join(', ')
    return position % 2 === 0 ? \`\${names.get(each.id) ?? each.id}: \${each.amount}\` : \`\${each.title} (\${tags})\`
  })
  if (total > ${index * 100}) console.log('more than usual', total, shown.length)
  return shown.length === 0 ? 'none' : shown.join('\\n')
}`
}

function view(at: number): string {
  return `import {useEffect, useMemo, useState} from 'react'
import {all, one} from './service${at}'

interface Props {
  readonly title: string
  readonly onChoose: (id: string) => void
}

export function View${at}({title, onChoose}: Props) {
  const [things, setThings] = useState<readonly {id: string; title: string}[]>([])
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let isGone = false
    void all().then(found => {
      if (!isGone) setThings(found)
    })
    return () => {
      isGone = true
    }
  }, [])
  const names = useMemo(() => things.map(each => each.title.toUpperCase()).sort(), [things])
  const choose = async (id: string) => {
    const {data} = await one(id)
    onChoose(data.id)
    setOpen(false)
  }
  return (
    <section className="view" aria-label={title}>
      <h2 onClick={() => setOpen(!isOpen)}>{title}</h2>
      {isOpen && (
        <ul>
          {things.map((each, index) => (
            <li key={each.id} className={index % 2 === 0 ? 'even' : 'odd'}>
              <button type="button" onClick={() => choose(each.id)}>{names[index] ?? each.title}</button>
            </li>
          ))}
        </ul>
      )}
      ${at % 20 === 0 ? `<a href={\`/v1/${resource(at)}/\${things[0]?.id ?? ''}\`}>first</a>` : '<hr />'}
      <p>{names.length === 0 ? 'nothing' : \`\${names.length} things\`}</p>
    </section>
  )
}
`
}

function history(count: number): string {
  const added = Array.from({length: count}, (_, at) => [
    `      - {added: GET /v1/${resource(at)}}`,
    `      - {added: POST /v1/${resource(at)}}`,
    `      - {added: "GET /v1/${resource(at)}/{id}"}`,
    `      - {added: "DELETE /v1/${resource(at)}/{id}"}`
  ])
  const leaving = Array.from(
    {length: count / 4},
    (_, at) => `      - {deprecated: GET /v1/${resource(at * 4)}, sunset: 2027-06-30}`
  )
  return [
    'format: 1',
    'service: Things',
    'server: https://api.library.example',
    'releases:',
    '  - release: "1.0"',
    '    date: 2024-01-10',
    '    changes:',
    ...added.flat(),
    '  - release: "1.1"',
    '    date: 2025-01-10',
    '    changes:',
    ...leaving,
    ''
  ].join('\n')
}
