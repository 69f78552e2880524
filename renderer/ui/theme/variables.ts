import type { CSSVariablesResolver } from '@mantine/core'
import { amber, dark, gray, green, ink, red } from './palette.ts'

/** Variables for the style modules in both themes: backgrounds, borders, text and the four status colours. */
const light = {
  '--canvas': gray[1],
  '--surface': '#ffffff',
  '--raised': '#ffffff',
  '--sunken': gray[0],
  '--hover': 'rgb(28 27 25 / 0.05)',
  '--line': gray[3],
  '--control-line': '#8f8e89',
  '--button-line': gray[4],
  '--text': gray[9],
  '--text-quiet': gray[6],
  '--accent': ink[6],
  '--accent-text': ink[7],
  '--accent-ground': ink[0],
  '--accent-line': ink[2],
  '--production-line': amber[4],
  '--good-text': green[6],
  '--good-ground': green[0],
  '--bad-text': red[6],
  '--bad-ground': red[0],
  '--bad-line': red[2],
  '--warn-text': amber[7],
  '--warn-ground': amber[0],
  '--warn-line': amber[2],
  '--shadow': '0 1px 2px rgb(28 27 25 / 0.06), 0 8px 24px rgb(28 27 25 / 0.07)',
}

const darkGround: typeof light = {
  '--canvas': dark[8],
  '--surface': dark[7],
  '--raised': '#343439',
  '--sunken': '#131316',
  '--hover': 'rgb(255 255 255 / 0.06)',
  '--line': dark[5],
  '--control-line': '#66666b',
  '--button-line': '#414146',
  '--text': dark[0],
  '--text-quiet': dark[2],
  '--accent': ink[5],
  '--accent-text': ink[3],
  '--accent-ground': '#1d2442',
  '--accent-line': '#35437d',
  '--production-line': '#9a5a1c',
  '--good-text': green[3],
  '--good-ground': '#15261e',
  '--bad-text': red[3],
  '--bad-ground': '#2c1719',
  '--bad-line': '#71303a',
  '--warn-text': amber[3],
  '--warn-ground': '#2a1f13',
  '--warn-line': '#6b4119',
  '--shadow': '0 1px 2px rgb(0 0 0 / 0.4), 0 8px 28px rgb(0 0 0 / 0.4)',
}

/** Overrides Mantine's variables below 4.5:1 contrast for text or 3:1 for control borders. */
function shared(ground: typeof light) {
  return {
    '--mantine-color-body': ground['--surface'],
    '--mantine-color-text': ground['--text'],
    '--mantine-color-dimmed': ground['--text-quiet'],
    '--mantine-color-placeholder': ground['--text-quiet'],
    '--mantine-color-error': ground['--bad-text'],
    '--mantine-color-anchor': ground['--accent-text'],
    '--mantine-color-default-border': ground['--button-line'],
    // Mantine's red is almost white on dark backgrounds, so a delete button would look like any other button.
    '--mantine-color-red-light-color': ground['--bad-text'],
  }
}

export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...light, ...shared(light) },
  dark: { ...darkGround, ...shared(darkGround) },
})
