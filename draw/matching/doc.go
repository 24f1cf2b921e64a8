// Package matching finds, of all ways to put things in pairs, the best one, and
// proves that there is no better one.
//
// It is Edmonds' blossom algorithm with dual variables in the form of Galil, in
// O(n³): a search from all unmatched vertices at once, in which odd cycles shrink
// to one vertex, the blossom, and which lowers the duals until the next edge is
// tight. (J. Edmonds, Paths, trees, and flowers, 1965; Z. Galil, Efficient
// algorithms for finding maximum matching in graphs, 1986.)
//
// # Promises
//
// Weights are integers and nothing is rounded. The same graph gives the same
// matching on every machine. A [Matching] carries its own proof, which is much
// easier to check than to find: [Matching.Check] needs nothing but the graph.
package matching
