import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runAdminInProcess } from './admin.ts'

const completion = (shell: string) => runAdminInProcess({}, 'completion', shell)
const isMissing = (shell: string) => spawnSync(shell, ['-c', 'true']).status !== 0

/**
 * A zsh script that prints how lines are completed when Tab is pressed at their ends. Its first argument is the folder
 * with the completion function.
 */
const zshLines = `
zmodload zsh/zpty
zpty shell 'TERM=dumb zsh -f -i'
zpty -w shell "fpath=($1 \\$fpath); autoload -Uz compinit; compinit -u -D; linkwright() { print -r -- \\"got: \\$*\\" }"
shift
for typed; do
  zpty -w shell "linkwright $typed"$'\\t'
  zpty -r shell said $'*\\ngot: *\\n'
  print -r -- \${\${said##*got: }%%[[:cntrl:]]*}
done
zpty -d shell`

describe('completion', () => {
  it.skipIf(isMissing('bash'))('bash completes commands and their options', async () => {
    const { text } = await completion('bash')
    const complete = (...typed: string[]) => {
      const words = ['linkwright', ...typed].map((word) => `'${word}'`).join(' ')
      const script = `${text}\nCOMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _linkwright; echo "\${COMPREPLY[*]}"`
      const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })
      return stdout.trim() + stderr
    }
    expect(complete('')).toContain('project app rules key link visits')
    expect(complete('project', 'cr')).toBe('create')
    expect(complete('project', 'create', '')).toBe('--another')
    expect(complete('project', 'create', 'Shop', '--')).toBe('--another')
    expect(complete('visits', '')).toBe('export --from --to')
    expect(complete('visits', 'export', '--j')).toBe('--json')
    expect(complete('completion', 'x')).toBe('')
  })

  it.skipIf(isMissing('zsh'))('completion works in zsh from the first use', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'linkwright-completion-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, '_linkwright'), (await completion('zsh')).text)
    const inputs = ['proj', 'project cr', 'project create Shop --', 'visits export --j']
    const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', zshLines, 'zsh', folder, ...inputs], {
      encoding: 'utf8',
    })
    expect([stderr, ...stdout.trim().split('\n')]).toEqual([
      ...['', 'project', 'project create', 'project create Shop --another', 'visits export --json'],
    ])
  })

  it('only bash completion is available', async () => {
    expect((await completion('zsh')).text).toMatch(/^#compdef linkwright\n/)
    expect(await completion('fish')).toMatchObject({ status: 2 })
  })
})
