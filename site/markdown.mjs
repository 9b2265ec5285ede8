// What the site reads in Markdown beside what VitePress reads: anchors as GitHub names them, links, and plain prose.
import {posix} from 'node:path'

const CODE = /(^```[^\n]*\n[\s\S]*?^```$|`[^`\n]*`|^ {4}.*$)/gm

/** Changes the targets of links and images. */
export function mapLinks(markdown, change) {
  return markdown
    .split(CODE)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replaceAll(/\]\(([^)\s]+)\)/g, (_, target) => `](${change(target)})`)
    )
    .join('')
}

/** Text without Markdown. */
export function proseOf(markdown) {
  return markdown
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[((?:[^[\]]|\\.)*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`|\*\*|\\(?=[\\*_<>[\]])/g, '')
    .trim()
}

/** The anchor that GitHub gives to a heading. */
export function anchorOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Where a relative link in a file leads, from the root of the repository; `undefined` where it leads elsewhere. */
export function resolveLink(source, link) {
  if (/^([a-z]+:|\/|#)/.test(link)) return undefined
  const [, path, anchor] = /^([^#]*)(.*)$/.exec(link)
  return {path: posix.join(posix.dirname(source), path), anchor}
}
