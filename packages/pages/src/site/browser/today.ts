/** Draws the line of the day on which the page is read, between the days whose positions the page states. */
export function drawToday(): void {
  const line = document.querySelector<SVGLineElement>('.lines .today')
  const label = document.querySelector<SVGTextElement>('.names .now')
  const days: [day: number, x: number][] = JSON.parse(line?.dataset.days ?? '[]')
  const at = days.at(-1)
  if (!line || !label || !at) return
  const today = new Date().toISOString().slice(0, 10)
  const number = Date.parse(today) / 86_400_000
  const next = days.findIndex(([day]) => day >= number)
  const [to, from] = [days[next] ?? at, days[next - 1] ?? days[next] ?? at]
  const share = to[0] > from[0] ? (number - from[0]) / (to[0] - from[0]) : 0
  const place = from[1] + share * (to[1] - from[1])
  const x = `${place * 100}%`
  for (const name of ['x1', 'x2']) line.setAttribute(name, x)
  line.removeAttribute('visibility')
  label.setAttribute('x', x)
  label.setAttribute('text-anchor', place < 0.5 ? 'start' : 'end')
  label.textContent = `today ${today}`
}
