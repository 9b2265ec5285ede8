import {describe, expect, it} from 'vitest'
import {isStabilityLabel, resolveStability} from '../../../src/policy/notice/stability.ts'
import {policyOf} from '../../reading.ts'

const policy = (labels: string, stabilities = '[preview, beta, ga]') =>
  policyOf(`
name: p
stabilities: ${stabilities}
defaultStability: ${stabilities.replace(/^.*, |\]$/g, '')}
${labels}
guarantees: {${stabilities
    .slice(1, -1)
    .split(', ')
    .map(each => `${each}: ${each === 'preview' ? 'none' : '{notice: 1 year}'}`)
    .join(', ')}}
`)

describe('a stated stability', () => {
  it.each([
    ['beta', 'beta', false],
    ['Beta', 'beta', false],
    ['Beta; added in 8.12.0', 'beta', true],
    ['beta-2', undefined, false],
    ['stable', 'ga', true],
    ['Generally available', 'ga', true],
    ['Generally available; added in 7.7.0', 'ga', true],
    ['generally available (since 7.7)', 'ga', true],
    ['stable enough', undefined, false],
    ['unstable', undefined, false],
    ['technical preview', undefined, false]
  ])('is one of the policy, or the strongest for a stable label: %s', (word, stability, label) => {
    expect(resolveStability(word, policy(''))).toBe(stability)
    expect(isStabilityLabel(word, policy(''))).toBe(label)
  })

  it.each([
    ['technical preview; added in 9.1', 'preview'],
    ['Technical Preview added in 9.1', 'preview'],
    ['technical previews', undefined],
    ['technical preview of the second kind', 'beta'],
    ['stable', 'beta'],
    ['generally available', 'ga']
  ])('is that of the longest label that it starts with: %s', (word, stability) => {
    const labels = `
labels:
  - {value: Technical Preview, stability: preview}
  - {value: Technical Preview of the second kind, stability: beta}
  - {value: stable, stability: beta}`
    expect(resolveStability(word, policy(labels))).toBe(stability)
  })

  it("is the policy's name before the default meaning of a label", () => {
    const named = policy('', '[preview, stable, ga]')
    expect(resolveStability('stable', named)).toBe('stable')
    expect(resolveStability('Generally available', named)).toBe('ga')
  })

  it('can be given by an extension that is present', () => {
    const labels = 'labels: [{extension: x-unstable, value: true, stability: preview}]'
    expect(resolveStability('beta', policy(labels, '[preview, ga]'))).toBe('preview')
  })
})

describe('a label in a policy', () => {
  it.each([
    ['{value: Technical Preview, stability: gone}', "`gone` isn't a stability of this policy."],
    ['{extension: x-mood, value: Technical Preview, stability: preview}', 'x-stability-level'],
    ['{extension: x-unstable, value: yes and no, stability: preview}', 'Write `value: true`.'],
    ['{extension: x-state, value: true, stability: preview}', 'Write a word, or one of `x-beta`'],
    ['{value: true, stability: preview}', 'Write a word, or one of `x-beta`']
  ])('cannot be %s', (label, message) => {
    expect(() => policy(`labels: [${label}]`)).toThrow(message)
  })
})
