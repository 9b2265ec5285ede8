// The words that the project doesn't use, as the glossary lists them.
import {readFileSync} from 'node:fs'
import {packageFolder} from '../src/stores/files/installed-packages.ts'

const GLOSSARY = readFileSync(packageFolder('CONTRIBUTING.md'), 'utf8')

/** The heading of the part of the glossary that lists what isn't used. */
export const UNUSED_HEADING = "## Words that we don't use"

/** The code spans in the first column of a table of the glossary. */
function listed(header: string): string[] {
  const start = GLOSSARY.indexOf(`| ${header} |`)
  if (start < 0) throw new Error(`CONTRIBUTING.md has no table \`${header}\``)
  const [table = ''] = GLOSSARY.slice(start).split('\n\n', 1)
  const cells = table
    .split('\n')
    .slice(2)
    .map(row => row.split('|')[1] ?? '')
  return cells.flatMap(cell => [...cell.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words))
}

const OLD_PHRASES = new RegExp(`\\b(?:${listed('Phrase').join('|')})\\b`, 'i')

/** The first phrase of a sentence or a comment that isn't used, or `undefined`. */
export const findOldPhrase = (text: string): string | undefined =>
  text.replaceAll(/\bPromise\b|\b[Tt]ime zones?\b/g, '').match(OLD_PHRASES)?.[0]

/** Words in the names of files and exports. */
export const OLD_WORDS: ReadonlySet<string> = new Set(listed('Word in names'))
/** Words in the ids of rules and the keys of files and JSON. */
export const OLD_KEYS: ReadonlySet<string> = new Set(listed('Word in rule ids and keys'))

export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
