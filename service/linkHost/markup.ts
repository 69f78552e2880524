const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, between tags and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
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
  return value instanceof Html ? value.text : escapeHtml(value)
}
