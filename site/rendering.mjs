// How Markdown becomes HTML where the site differs from VitePress.
import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {resolveLink} from './markdown.mjs'
import {addressOf, addressOfCopy, ROOT} from './pages.mjs'

/** Sets up the renderer. Links to files that aren't pages lead to copies of them. */
export function extendRenderer(md, {base, isPage}) {
  const {rules} = md.renderer
  const {code_inline: renderCode, fence: renderFence} = rules

  md.core.ruler.push('links', ({tokens, env}) => {
    const source = (env.realPath ?? env.path).slice(ROOT.length)
    for (const token of inlineTokens(tokens, 'link_open')) {
      const to = resolveLink(source, token.attrGet('href'))
      if (to === undefined) continue
      if (isPage(to.path)) token.attrSet('href', `/${addressOf(to.path)}${to.anchor}`)
      else if (existsSync(join(ROOT, to.path))) {
        token.attrSet('href', base + addressOfCopy(to.path))
        token.attrSet('target', '_self')
      }
    }
  })

  // An empty cell in the first row of a table heads nothing.
  md.core.ruler.push('corners', ({tokens}) => {
    for (const [at, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[at + 1].content !== '') continue
      token.tag = 'td'
      tokens[at + 2].tag = 'td'
    }
  })

  // The name of an option or a command stays on one line, and a path of keys breaks after its dots.
  md.core.ruler.push('code', ({tokens}) => {
    for (const token of inlineTokens(tokens, 'code_inline'))
      if (/^(-[\w-]+|tenure [a-z]+)$/.test(token.content)) token.attrJoin('class', 'whole')
  })
  rules.code_inline = (tokens, at, ...context) => {
    const html = renderCode(tokens, at, ...context)
    return /^\w[\w[\]]*(\.[\w[\]*]+)+$/.test(tokens[at].content) ? html.replaceAll('.', '.<wbr>') : html
  }

  // A block by indentation looks like the others.
  rules.code_block = (tokens, at, ...context) => {
    tokens[at].info = /^(npm|npx|tenure|git) /.test(tokens[at].content) ? 'sh' : 'text'
    return renderFence(tokens, at, ...context)
  }

  // A table scrolls in a box of its own, which the keyboard reaches.
  rules.table_open = () => '<div class="table" tabindex="0"><table>'
  rules.table_close = () => '</table></div>'
}

function inlineTokens(tokens, type) {
  return tokens.flatMap(({children}) => children ?? []).filter(token => token.type === type)
}
