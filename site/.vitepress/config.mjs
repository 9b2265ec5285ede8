// The documentation site. Its pages are files of the repository as they are; `pages.mjs` says which, and where each goes.
import {defineConfig} from 'vitepress'
import {anchorOf, proseOf} from '../markdown.mjs'
import {addressOf, readSections, readSource} from '../pages.mjs'
import {extendRenderer} from '../rendering.mjs'
import {writeTwins} from '../twins.mjs'

const sections = readSections()
const pages = sections.flatMap(section => section.pages)
const home = readHome()
const known = new Map([home, ...pages].map(page => [page.source, page]))
const {DOCS_BASE: base = '/'} = process.env
if (!/^\/(.*\/)?$/.test(base)) throw new Error(`\`DOCS_BASE\` is \`${base}\`. Begin and end it with \`/\`.`)

/** The button shows a key after its text. Its name holds both. */
const SEARCH_BUTTON = {buttonText: 'Search ', buttonAriaLabel: 'Search K'}
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%23197278' d='M1 3h14v4H1z'/%3E%3Cpath fill='%23d08a00' d='M1 9h9v4H1z'/%3E%3C/svg%3E"

export default defineConfig({
  title: home.title,
  description: home.description,
  base,
  srcDir: '..',
  srcExclude: ['!(docs|site)/**/*', '!(README|SECURITY|CONTRIBUTING|CHANGELOG).md', 'site/!(index.md)'],
  cacheDir: 'node_modules/.cache/vitepress',
  outDir: 'dist',
  rewrites: addressOf,
  head: [['link', {rel: 'icon', href: ICON}]],
  markdown: {
    theme: {light: 'github-light-high-contrast', dark: 'github-dark-high-contrast'},
    anchor: {slugify: anchorOf},
    attrs: {disable: true},
    emoji: {enabled: []},
    config: md => extendRenderer(md, {base, isPage: source => known.has(source)})
  },
  themeConfig: {
    nav: [
      {text: 'Guide', link: '/guide/', activeMatch: '^/(guide/|introduction)'},
      {text: 'Reference', link: '/reference/cli', activeMatch: '^/reference/(?!rules)'},
      {text: 'Rules', link: '/reference/rules', activeMatch: '^/reference/rules'},
      {text: 'Model', link: '/model', activeMatch: '^/model'}
    ],
    sidebar: sections.map(listPages),
    outline: 'deep',
    externalLinkIcon: true,
    search: {provider: 'local', options: {translations: {button: SEARCH_BUTTON}}}
  },
  transformPageData: page => {
    const {title, description} = known.get(page.filePath) ?? {}
    return {title, description}
  },
  transformHead: ({pageData}) =>
    pageData.isNotFound
      ? []
      : [['link', {rel: 'alternate', type: 'text/markdown', href: base + pageData.relativePath}]],
  buildEnd: ({outDir}) => writeTwins(outDir, {sections, home})
})

/** A section in the sidebar. The page of the same name is its heading. */
function listPages({title, pages}) {
  const [named, ...others] = pages.map(page => ({text: page.title, link: `/${page.address}`}))
  return named.text === title ? {...named, items: others} : {text: title, items: [named, ...others]}
}

function readHome() {
  const source = 'site/index.md'
  const markdown = readSource(source).replace(/^---\n[\s\S]*?\n---\n+/, '')
  const [, title, description] = /^# (.*)\n\n([\s\S]*?)\n\n/.exec(markdown)
  return {source, address: addressOf(source), title, description: proseOf(description), markdown}
}
