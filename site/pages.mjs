// The pages of the site: the file of each, its address, and where it stands. The order is that of docs/README.md.
import {readFileSync} from 'node:fs'
import {join, posix} from 'node:path'
import {fileURLToPath} from 'node:url'
import {proseOf} from './markdown.mjs'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

export const readSource = source => readFileSync(join(ROOT, source), 'utf8')

/** The address of a file's page, from the root of the site: `guide/policy.md` for `docs/guide/write-a-policy.md`. */
export function addressOf(source) {
  if (source === 'site/index.md') return 'index.md'
  if (source === 'README.md') return 'introduction.md'
  if (source === 'docs/README.md') return 'guide/index.md'
  return source
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index.md')
    .replace(/^[A-Z]+\.md$/, name => name.toLowerCase())
}

/** The address of the copy of a file that is no page. Hosts leave out names that begin with a dot. */
export const addressOfCopy = path => `files/${path.replace(/^\./, '')}`

/** The sections of the site, each with its pages: those of docs/README.md, and at the end what only contributors need. */
export function readSections() {
  const sections = [...readSource('docs/README.md').matchAll(/^## (.*)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)]
  return [
    ...sections.map(([, title, list]) => ({title, sources: targetsIn(list)})),
    {title: 'The project', sources: ['docs/README.md', 'docs/architecture.md', 'CONTRIBUTING.md', 'CHANGELOG.md']}
  ].map(({title, sources}) => ({title, pages: [...new Set(sources)].map(readPage)}))
}

/** The files that a section of docs/README.md links to. */
function targetsIn(markdown = '') {
  return [...markdown.matchAll(/\]\(([^)#:]+\.md)\)/g)].map(([, target]) => posix.join('docs', target))
}

function readPage(source) {
  const blocks = readSource(source).split(/\n\n+/)
  const heading = blocks.find(block => block.startsWith('# '))
  if (heading === undefined) throw new Error(`${source} has no heading.`)
  const title = source === 'README.md' ? 'Introduction' : proseOf(heading.slice(2))
  return {source, address: addressOf(source), title, description: firstSentenceOf(blocks)}
}

/** The first sentence of a page that isn't in a heading, a list, a table, or an example. */
function firstSentenceOf(blocks) {
  const prose = proseOf(blocks.find(block => /^[[`\p{L}]/u.test(block) && !block.startsWith('```')) ?? '')
  return (/^.*?[.?!](?= |$)/.exec(prose)?.[0] ?? prose).replace(/:$/, '.')
}
