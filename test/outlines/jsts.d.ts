/** The parts of JSTS (a port of the JTS Topology Suite) that the tests use; the package has no types. */
declare module 'jsts/org/locationtech/jts/io/GeoJSONReader.js' {
  export default class GeoJSONReader {
    read(geometry: object): object;
  }
}
declare module 'jsts/org/locationtech/jts/operation/valid/IsValidOp.js' {
  export default class IsValidOp {
    constructor(geometry: object);
    getValidationError(): { getMessage(): string } | null;
  }
}
