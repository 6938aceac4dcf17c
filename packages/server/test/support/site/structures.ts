interface Structure {
  address: string;
  /** A selector of the part that is read. */
  part: string;
  /** As a screen reader goes through it, with days as `DAY`. */
  tree: string;
}

/** What parts of pages are to those who hear them, on a server that `fillSite` filled. */
export const structures: Readonly<Record<string, Structure>> = {
  'the header of all pages': {
    address: '/n/image-tools',
    part: 'header.top',
    tree: `
- banner:
  - link "Patchbay":
    - /url: /
  - search:
    - text: Search nodes
    - searchbox "Search nodes"
    - button "Search"
  - navigation "Site":
    - link "Nodes":
      - /url: /search
    - link "Workflow":
      - /url: /workflow
    - link "Docs":
      - /url: /guide
    - link "Account":
      - /url: /account`,
  },
  'the footer of all pages': {
    address: '/',
    part: 'footer.bottom',
    tree: `
- contentinfo:
  - navigation "About":
    - link "Docs":
      - /url: /guide
    - link "Status":
      - /url: /status
    - link "API":
      - /url: /guide/api
    - link "Contact":
      - /url: /status#contact
  - form "Theme":
    - button "system" [pressed]
    - button "light"
    - button "dark"`,
  },
  'a result of a search': {
    address: '/search?q=tiles',
    part: '#results article',
    tree: `
- article:
  - heading "Tiled upscaler" [level=3]:
    - link "Tiled upscaler":
      - /url: /n/tiled-upscaler
      - mark: Tiled
      - text: upscaler
  - paragraph:
    - mark: tiled
    - text: "-upscaler ·"
    - link "Ada’s nodes":
      - /url: /p/ada
  - paragraph:
    - text: Upscales large pictures in
    - mark: tiles
    - text: ", with seams that nobody sees, in little memory."
  - paragraph:
    - text: "App-nodes: Choose"
    - mark: tiles
    - text: ", Upscale in"
    - mark: tiles
  - paragraph:
    - text: 7 downloads 2 app-nodes Apache-2.0 1.0.0,
    - time: DAY`,
  },
  'a change between two versions': {
    address: '/n/image-tools/compare/1.0.0...1.1.0',
    part: '.card',
    tree: `
- article:
  - heading "Blur changed" [level=3]
  - table "Changes of Blur":
    - caption: Changes of Blur
    - rowgroup:
      - row "What Before After":
        - columnheader "What"
        - columnheader "Before"
        - columnheader "After"
    - rowgroup:
      - row "input strength FLOAT":
        - cell "input strength"
        - cell
        - cell "FLOAT"`,
  },
  'the form to sign in': {
    address: '/sign-in',
    part: 'main',
    tree: `
- main:
  - heading "Sign in" [level=1]
  - text: E-mail address
  - textbox "E-mail address"
  - text: Password
  - textbox "Password"
  - button "Sign in"
  - paragraph:
    - link "Forgotten password":
      - /url: /forgot-password
  - paragraph:
    - text: You have no account?
    - link "Sign up":
      - /url: /sign-up`,
  },
};
