/** An address of the local machine or network, or of a public name server, after the scheme of a URL. */
export const PRIVATE_ADDRESS =
  /\/\/(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|255\.|1\.1\.1\.1|8\.8\.)/;
