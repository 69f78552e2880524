/**
 * Walks JSON text once: how many keys and values it has, and where it first becomes deeper than `maxDepth` (-1 when it
 * does not). The text may be broken; then the numbers are those of what looks like one.
 */
export function measureJson(
  text: string,
  maxDepth: number,
): { keys: number; values: number; tooDeepAt: number } {
  let depth = 0
  let keys = 0
  let values = 1
  let tooDeepAt = -1
  for (let position = 0; position < text.length; position++) {
    const char = text[position]
    if (char === '"') position = closingQuote(text, position)
    else if (char === ':') keys++
    else if (char === ',') values++
    else if (char === '{' || char === '[') {
      values++
      if (++depth > maxDepth && tooDeepAt < 0) tooDeepAt = position
    } else if (char === '}' || char === ']') depth--
  }
  return { keys, values, tooDeepAt }
}

/** What no link and no form comes near, in levels and in values: more would hold up whoever takes it in. */
const complexityLimits = { depth: 100, values: 20_000 }

/** Whether JSON text is nested deeper, or holds more values, than anything that this app deals with. Broken text may be. */
export function isExcessiveText(text: string): boolean {
  let depth = 0
  let values = 1
  for (let position = 0; position < text.length; position++) {
    const char = text[position]
    if (char === '"') position = closingQuote(text, position)
    else if (char === ',') values++
    else if (char === '{' || char === '[') {
      if (++depth > complexityLimits.depth) return true
      values++
    } else if (char === '}' || char === ']') depth--
    if (values > complexityLimits.values) return true
  }
  return false
}

/** The same of a value. Walks level by level, since a deep one is too much for the stack of a function that calls itself. */
export function isExcessive(value: unknown): boolean {
  let level: unknown[] = [value]
  let values = 0
  for (let depth = 0; level.length > 0; depth++) {
    values += level.length
    if (depth > complexityLimits.depth || values > complexityLimits.values) return true
    const next: unknown[] = []
    for (const entry of level) {
      if (typeof entry !== 'object' || entry === null) continue
      for (const child of Object.values(entry)) next.push(child)
    }
    level = next
  }
  return false
}

/** Where element `index` of the array that is the whole of a valid JSON text begins. */
export function elementOffset(text: string, index: number): number {
  let position = text.indexOf('[') + 1
  let depth = 0
  for (let passed = 0; passed < index; position++) {
    const char = text[position]
    if (char === '"') position = closingQuote(text, position)
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    else if (char === ',' && depth === 0) passed++
  }
  while (/[ \t\r\n]/.test(text.charAt(position))) position++
  return position
}

/** The offset of the quote that ends the string begun at `opening`, or of the text's end. */
export function closingQuote(text: string, opening: number): number {
  // To look for the next quote is quicker than to look at each character before it.
  for (let quote = text.indexOf('"', opening + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return quote
  }
  return text.length
}
