const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML that is already safe; any other value in a template is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Returns HTML from a template whose values are escaped unless they are `Html`. */
export function markup(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  return new Html(parts.map((part, index) => part + renderValue(values[index] ?? '')).join(''))
}

function renderValue(value: string | Html | Html[]): string {
  if (Array.isArray(value)) return value.map(renderValue).join('')
  // Escaped for HTML, between tags and in quoted attributes.
  return value instanceof Html ? value.text : value.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
