/**
 * Scans JSON text once. Returns the number of keys and values, and the offset at which the nesting first exceeds
 * `maxDepth` (-1 if never). For invalid text, the counts are estimates.
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

/**
 * Maximum number of levels and of values, well above any real link or form. Larger input would block the thread that
 * processes it.
 */
const complexityLimits = { depth: 100, values: 20_000 }

/** Whether JSON text exceeds the complexity limits. The text may be invalid. */
export function isExcessiveText(text: string, maxValues = complexityLimits.values): boolean {
  const { values, tooDeepAt } = measureJson(text, complexityLimits.depth)
  return values > maxValues || tooDeepAt >= 0
}

/**
 * Whether a value exceeds the complexity limits. Works level by level, because recursion could overflow the
 * stack.
 */
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

/** Returns the offset of the quote that closes the string opened at `opening`, or the text's length. */
export function closingQuote(text: string, opening: number): number {
  // Searching for the next quote is faster than checking each character.
  for (let quote = text.indexOf('"', opening + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return quote
  }
  return text.length
}

/** Returns the position of the next character that isn't white space as defined in RFC 8259, section 2. */
export function skipWhitespace(text: string, start: number): number {
  let position = start
  while (position < text.length && ' \t\r\n'.includes(text.charAt(position))) position++
  return position
}
