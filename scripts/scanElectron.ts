import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * Runs Electronegativity on `electron/`. It reads no current TypeScript, so it gets JavaScript. The excluded check would download
 * Electron's list of releases.
 */
const scanner = '@doyensec/electronegativity@1.10.3'
const root = join(import.meta.dirname, '..')
const source = join(root, 'electron')
const folder = mkdtempSync(join(tmpdir(), 'linkwright-scan-'))
const compilerOptions = { target: ts.ScriptTarget.ES2020, module: ts.ModuleKind.ESNext }
try {
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    const { outputText } = ts.transpileModule(readFileSync(join(source, file), 'utf8'), { compilerOptions })
    writeFileSync(join(folder, file.replaceAll(/[\\/]/g, '_').replace(/\.ts$/, '.js')), outputText)
  }
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  const args = ['--yes', scanner, '-i', folder, '-r', 'true', '-x', 'AvailableSecurityFixesGlobalCheck']
  const { status } = spawnSync(['npx', ...args].join(' '), { stdio: 'inherit', shell: true })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true })
}
