// The pages as Markdown for programs: a file beside each page, `llms.txt` with their list, `llms-full.txt` with all of them.
import {copyFile, mkdir, writeFile} from 'node:fs/promises'
import {dirname, join, posix} from 'node:path'
import {mapLinks, resolveLink} from './markdown.mjs'
import {addressOf, addressOfCopy, ROOT, readSource} from './pages.mjs'

/** Writes the Markdown of all pages, and the files that they show, below a folder. */
export async function writeTwins(folder, {sections, home}) {
  const pages = [home, ...sections.flatMap(section => section.pages)]
  const sources = new Set(pages.map(({source}) => source))
  const files = new Set()
  const write = async (name, text) => {
    const path = join(folder, name)
    await mkdir(dirname(path), {recursive: true})
    await writeFile(path, text)
  }

  /** The Markdown of a page as a file at an address: without comments, its links relative to there. */
  const twinOf = ({source, markdown = readSource(source)}, address) => {
    const text = markdown.replaceAll(/(^```[^\n]*\n[\s\S]*?^```$)|^<!--.*-->\n+/gm, (_, fence = '') => fence)
    return mapLinks(text, link => {
      const to = resolveLink(source, link)
      if (to === undefined) return link
      if (!sources.has(to.path)) files.add(to.path)
      const target = sources.has(to.path) ? addressOf(to.path) : addressOfCopy(to.path)
      return posix.relative(posix.dirname(address), target) + to.anchor
    })
  }

  for (const page of pages) await write(page.address, twinOf(page, page.address))
  await write(
    'llms-full.txt',
    pages
      .map(page => twinOf(page, 'llms-full.txt').trim())
      .join('\n\n---\n\n')
      .concat('\n')
  )
  await write('llms.txt', listOf({sections, home}))
  for (const file of files) {
    const path = join(folder, addressOfCopy(file))
    await mkdir(dirname(path), {recursive: true})
    await copyFile(join(ROOT, file), path)
  }
}

/** The list of all pages, in the form of llmstxt.org. Its links are relative, so it works at any address. */
function listOf({sections, home}) {
  const lists = sections.map(({title, pages}) => {
    const lines = pages.map(({address, title, description}) => `- [${title}](${address}): ${description}`)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return [
    `# ${home.title}\n\n> ${home.description}\n\nAll pages in one file: [llms-full.txt](llms-full.txt)\n`,
    ...lists
  ].join('\n')
}
