/**
 * Shows the name of the release nearest to the mouse pointer, since the axis has no room for all names. Hidden from
 * screen readers: the rows have the same information as text.
 */
export function addRuler(): void {
  const lines = document.querySelector<SVGElement>('.lines')
  const body = document.querySelector<HTMLElement>('.body')
  const scale = document.querySelector<HTMLElement>('.axis .scale')
  if (!lines || !body || !scale) return
  const places = [...lines.querySelectorAll<SVGLineElement>('line[data-name]')].map(line => ({
    name: line.dataset.name ?? '',
    share: Number.parseFloat(line.getAttribute('x1') ?? '') / 100
  }))
  if (places.length === 0) return
  const rule = hiddenBox('rule')
  const label = hiddenBox('reading')
  body.append(rule)
  scale.append(label)
  const show = (isShown: boolean): void => {
    rule.hidden = !isShown
    label.hidden = !isShown
  }
  body.addEventListener('pointermove', ({clientX, pointerType}) => {
    const {left, width} = lines.getBoundingClientRect()
    const share = (clientX - left) / width
    if (pointerType !== 'mouse' || share < -0.01 || share > 1.01) return show(false)
    const nearest = places.reduce((best, each) =>
      Math.abs(each.share - share) < Math.abs(best.share - share) ? each : best
    )
    rule.style.left = `${left - body.getBoundingClientRect().left + nearest.share * width}px`
    label.style.left = `${Math.min(92, Math.max(8, nearest.share * 100))}%`
    label.textContent = nearest.name
    show(true)
  })
  body.addEventListener('pointerleave', () => show(false))
}

function hiddenBox(className: string): HTMLElement {
  const made = document.createElement('div')
  made.className = className
  made.hidden = true
  made.setAttribute('aria-hidden', 'true')
  return made
}
