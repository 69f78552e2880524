import { dirname, relative, resolve, sep } from 'node:path'
import type { Rule } from 'eslint'

/** One layer: a folder below the root, and which of its own folders may import which others of them. */
export interface Layer {
  folder: string
  /** Whom each of its folders may import beside itself; absent where they are one whole. */
  among?: Record<string, string[]>
  /** Where to go with what two of its folders need. */
  instead?: string
}

interface Options {
  /** The folder that is in layers, as `renderer`. */
  root: string
  /** From the top; a file imports from its own layer and from those after it. Files beside the layers stand above all. */
  layers: Layer[]
}

/** A file's place below the root: its layer (-1 above all, `null` for a folder that is no layer) and its folder in there. */
interface Place {
  layer: number | null
  part: string
  name: string
}

function placeOf(path: string, { root, layers }: Options): Place | null {
  const [top, name = '', ...rest] = path.split(sep)
  if (top !== root) return null
  const part = rest.length > 1 ? (rest[0] ?? '') : ''
  if (rest.length === 0) return { layer: -1, part, name }
  const layer = layers.findIndex(({ folder }) => folder === name)
  return { layer: layer < 0 ? null : layer, part, name }
}

/** What is wrong with an import, in words that name the right way; `null` for nothing. */
function faultOf(from: Place, to: Place, { root, layers }: Options): string | null {
  if (from.layer === null || to.layer === null) {
    const stray = from.layer === null ? from.name : to.name
    return `${root}/${stray}/ is no layer: its files belong in one of ${layers.map(({ folder }) => `${root}/${folder}/`).join(', ')}.`
  }
  const own = layers[from.layer]
  if (!own) return null
  if (to.layer < from.layer) {
    return `${root}/${own.folder}/ never imports from above (${root}/${to.name}): move what both need to ${root}/${own.folder}/ or below, or hand it in.`
  }
  if (to.layer > from.layer || !own.among || from.part === to.part) return null
  if (own.among[from.part]?.includes(to.part)) return null
  return `${root}/${own.folder}/${from.part} does not import ${root}/${own.folder}/${to.part}: ${own.instead ?? ''}`
}

/** Holds a folder's layers: imports go down only, `import()` and types included. */
export const downOnly: Rule.RuleModule = {
  meta: { type: 'problem', schema: [{ type: 'object' }] },
  create(context) {
    const options = context.options[0] as Options
    const place = (path: string) => placeOf(relative(context.cwd, path), options)
    const from = place(context.filename)
    if (!from) return {}
    const check = (node: Rule.Node, source: unknown) => {
      if (typeof source !== 'string' || !source.startsWith('.')) return
      const to = place(resolve(dirname(context.filename), source))
      const message = to && faultOf(from, to, options)
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: (node) => check(node, node.source.value),
      ExportNamedDeclaration: (node) => check(node, node.source?.value),
      ExportAllDeclaration: (node) => check(node, node.source.value),
      ImportExpression: (node) => check(node, node.source.type === 'Literal' ? node.source.value : null),
    }
  },
}
